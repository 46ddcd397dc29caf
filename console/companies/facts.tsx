import type { ComponentChildren } from 'preact';

export interface Fact {
  readonly label: string;
  readonly value: ComponentChildren;
}

/** Facts with their names; those without a value are left out. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="fact-list">
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
