// SVG as text: escaping, numbers and elements. No ids anywhere, so several figures can share one page.

/** A coordinate with at most two decimals; refuses what is not finite, so that no NaN reaches a file. */
export function px(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A figure has a coordinate ${value}.`);
  return String(Math.round(value * 100) / 100 + 0);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character]);
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

function attribute([name, value]: [string, string | number | undefined]): string {
  if (value === undefined) return '';
  return ` ${name}="${typeof value === 'number' ? px(value) : escapeText(value)}"`;
}

/** One element around children that are SVG already. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const open = `<${name}${Object.entries(attributes).map(attribute).join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** A group, one child in each line, so that stored figures give readable differences. */
export function group(attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return '';
  return element('g', attributes, [
    '\n',
    ...children.filter(child => child !== '').map(child => `${child}\n`),
  ]);
}

export function text(content: string, attributes: Attributes): string {
  return element('text', attributes, [escapeText(content)]);
}
