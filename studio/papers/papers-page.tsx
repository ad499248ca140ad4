// The reproduced figures with their verdicts.

export function PapersPage(_: { readonly onOpen: () => void }) {
  return <main class="papers" />;
}
