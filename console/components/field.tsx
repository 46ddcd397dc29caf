import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** What the service says is wrong with it. */
  readonly problems?: readonly string[] | undefined;
  readonly hint?: string;
  readonly children: (control: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren;
}

/** A labelled control with the messages about it. */
export function Field({ label, problems = [], hint, children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const isDescribed = problems.length > 0 || hint !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(isDescribed && { 'aria-describedby': about }) })}
      {isDescribed && (
        <p id={about} class={problems.length > 0 ? 'wrong' : 'quiet'}>
          {problems.length > 0 ? problems.join(' ') : hint}
        </p>
      )}
    </div>
  );
}
