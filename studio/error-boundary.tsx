// Error boundary of a panel: an error inside leaves the rest of the page alone and is shown with a way on. The panel is tried again
// with the next problem.

import { Component, type ComponentChildren } from 'preact';

interface Props {
  /** What failed, in the message. */
  readonly name: string;
  /** A change tries the panel again. */
  readonly subject: unknown;
  readonly children: ComponentChildren;
}

interface State {
  readonly error: unknown;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static override getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error !== null && before.subject !== this.props.subject) this.setState({ error: null });
  }

  override render({ name, children }: Props, { error }: State) {
    if (error === null) return children;
    const reason = error instanceof Error ? error.message : String(error);
    return (
      <section class="panel broken" role="alert" aria-label={name}>
        <p>
          The panel “{name}” failed: {reason}
        </p>
        <p>Choose another problem or try again; the text of the problem and its link are kept.</p>
        <button type="button" onClick={() => this.setState({ error: null })}>
          Try again
        </button>
      </section>
    );
  }
}
