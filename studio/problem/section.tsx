// Collapsible section of the panel.

import type { ComponentChildren } from 'preact';

export interface SectionProps {
  readonly title: string;
  readonly isOpen?: boolean;
  /** Beside the title, to be seen while folded. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, isOpen = true, aside, children }: SectionProps) {
  return (
    <details class="part" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        {aside}
      </summary>
      {children}
    </details>
  );
}
