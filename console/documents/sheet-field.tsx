import { createContext, type ComponentChildren, type TargetedInputEvent } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { Control } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import type { ImportField } from './answers.ts';
import { sayIn } from './words.ts';

/** What all fields of a sheet have in common. */
export interface SheetScene {
  readonly fields: ReadonlyMap<string, ImportField>;
  readonly isReadOnly: boolean;
  /** Shows the place of the field on the paper. */
  onLook(path: string | null): void;
  getErrors(path: string): readonly string[];
}

const NOTHING: SheetScene = { fields: new Map(), isReadOnly: true, onLook: () => undefined, getErrors: () => [] };
export const SheetContext = createContext<SheetScene>(NOTHING);
export const useSheet = (): SheetScene => useContext(SheetContext);

interface SheetFieldProps {
  readonly label: string;
  /** Path in the sheet; null for what was not read from the document. */
  readonly path: string | null;
  /** Names of the field in messages of the service. */
  readonly errorPaths: readonly string[];
  /** Whether the reader has changed what was read. */
  readonly isEntered: boolean;
  /** Whether the value itself was read there, and not only what it was found by. */
  readonly isRead?: boolean;
  /** Why the value is suggested. */
  readonly reason?: string | null | undefined;
  readonly class?: string;
  readonly children: (control: Control & { readonly id: string }) => ComponentChildren;
}

/** A field with how certain its value is; the paper shows its place while it has the focus. */
export function SheetField({
  label,
  path,
  errorPaths,
  isEntered,
  isRead = true,
  reason,
  children,
  ...props
}: SheetFieldProps) {
  const { fields, onLook, getErrors } = useSheet();
  const id = useId();
  const about = `${id}-about`;
  const problems = errorPaths.flatMap((name) => getErrors(name));
  const isWrong = problems.length > 0;
  const told = isWrong ? problems.join(' ') : reason;
  const read = path === null || !isRead ? undefined : fields.get(path);
  return (
    <div class={`field ${props.class ?? ''}`} onFocusIn={() => onLook(path)}>
      <span class="label">
        <label for={id}>{label}</label>
        <Confidence field={read} isEntered={isEntered} />
      </span>
      {children({ id, ...(told && { 'aria-describedby': about }), ...(isWrong && { 'aria-invalid': true }) })}
      {told && (
        <p id={about} class={isWrong ? 'wrong' : 'quiet'}>
          {told}
        </p>
      )}
    </div>
  );
}

const SURE = 0.9;
const DOUBTFUL = 0.7;

function Confidence({ field, isEntered }: { readonly field: ImportField | undefined; readonly isEntered: boolean }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  if (isEntered) return <span class="badge">{tell('entered')}</span>;
  if (!field) return null;
  const tone = field.confidence >= SURE ? 'good' : field.confidence >= DOUBTFUL ? 'warn' : 'bad';
  const share = format.share(field.confidence, 0);
  return (
    <span class={`badge ${tone}`} title={tell('confidence', { share })}>
      <span class="unseen">{tell('confidence', { share })}</span>
      <span aria-hidden="true">{share}</span>
    </span>
  );
}

interface TextFieldProps extends Omit<SheetFieldProps, 'children' | 'isEntered'> {
  readonly value: string;
  /** The value as it was read. */
  readonly initial: string;
  readonly onInput: (text: string) => void;
  readonly type?: 'text' | 'date';
}

export function TextField({ value, initial, onInput, type = 'text', ...props }: TextFieldProps) {
  const { isReadOnly } = useSheet();
  return (
    <SheetField {...props} isEntered={value !== initial}>
      {(control) => {
        const shared = {
          ...control,
          readOnly: isReadOnly,
          value,
          onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => onInput(currentTarget.value),
        };
        return type === 'date' ? <input {...shared} type="date" /> : <input {...shared} autocomplete="off" />;
      }}
    </SheetField>
  );
}
