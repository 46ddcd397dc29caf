import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What a control needs to be announced with its label and the messages about it. */
export interface Control {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface FieldProps {
  readonly label: string;
  /** What the service says is wrong with it. */
  readonly problems?: readonly string[] | undefined;
  readonly hint?: string;
  readonly children: (control: Control & { readonly id: string }) => ComponentChildren;
}

/** A labelled control with the messages about it. */
export function Field({ label, problems = [], hint, children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const isWrong = problems.length > 0;
  const isDescribed = isWrong || hint !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(isDescribed && { 'aria-describedby': about }), ...(isWrong && { 'aria-invalid': true }) })}
      {isDescribed && (
        <p id={about} class={isWrong ? 'wrong' : 'quiet'}>
          {isWrong ? problems.join(' ') : hint}
        </p>
      )}
    </div>
  );
}
