import { useEffect, useRef, useState } from 'preact/hooks';
import { AccountInput } from '../components/account-input.tsx';
import { AmountInput } from '../components/amount-input.tsx';
import { VatCodeInput } from '../components/vat-code-input.tsx';
import { useConsole } from '../support/scene.ts';
import { DecimalInput } from './decimal-input.tsx';
import { addLine, changeLine, LINE_NUMBERS, removeLine, splitLine, type Draft, type DraftLine } from './draft.ts';
import type { BookNames } from './names.ts';
import { SheetField, TextField, useSheet } from './sheet-field.tsx';
import { sayIn } from './words.ts';

interface SheetLinesProps {
  readonly draft: Draft;
  /** As it was read. */
  readonly initial: Draft;
  readonly names: BookNames;
  readonly onChange: (draft: Draft) => void;
}

/** The lines of the document with the suggested account and VAT code, which can be split and removed. */
export function SheetLines({ draft, initial, names, onChange }: SheetLinesProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { isReadOnly } = useSheet();
  const list = useRef<HTMLDivElement>(null);
  /** The line that was added, which takes the focus. */
  const [added, setAdded] = useState<number | null>(null);
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-line="${added}"] .net input`)?.focus();
  }, [added]);
  const take = (made: { readonly draft: Draft; readonly added: number }): void => {
    onChange(made.draft);
    setAdded(made.added);
  };
  return (
    <div ref={list} class="sheet-lines">
      <h4>{tell('lines')}</h4>
      {draft.lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          index={index}
          initial={initial.lines.find(({ key }) => key === line.key) ?? null}
          direction={draft.direction === '' ? undefined : draft.direction}
          names={names}
          onChange={(change) => onChange(changeLine(draft, line.key, change))}
          onSplit={() => take(splitLine(draft, line.key))}
          onRemove={draft.lines.length > 1 ? () => onChange(removeLine(draft, line.key)) : null}
        />
      ))}
      {!isReadOnly && (
        <button type="button" onClick={() => take(addLine(draft))}>
          {tell('add_line')}
        </button>
      )}
    </div>
  );
}

interface LineProps {
  readonly line: DraftLine;
  readonly index: number;
  /** Null for a line that was added. */
  readonly initial: DraftLine | null;
  readonly direction: 'purchase' | 'sale' | undefined;
  readonly names: BookNames;
  readonly onChange: (change: Partial<DraftLine>) => void;
  readonly onSplit: () => void;
  readonly onRemove: (() => void) | null;
}

function Line({ line, index, initial, direction, names, onChange, onSplit, onRemove }: LineProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { isReadOnly } = useSheet();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isReadOnly || !event.altKey || event.key !== 'Enter') return;
    event.preventDefault();
    onSplit();
  };
  return (
    <fieldset class="sheet-line" data-line={line.key} onKeyDown={onKeyDown}>
      <legend>{tell('line', { number: index + 1 })}</legend>
      <TextField
        label={tell('description')}
        class="wide"
        path={toPath(line, 'description')}
        errorPaths={[`extracted.lines.${index}.description`]}
        value={line.description}
        initial={initial?.description ?? ''}
        onInput={(description) => onChange({ description })}
      />
      <Booking line={line} index={index} direction={direction} names={names} onChange={onChange} />
      <div class="figures wide">
        {LINE_NUMBERS.map((name) => (
          <SheetField
            key={name}
            label={tell(name)}
            class={name === 'amount_net' ? 'net' : ''}
            path={toPath(line, name)}
            errorPaths={[`extracted.lines.${index}.${name}`]}
            isEntered={line[name] !== '' && line[name] !== (initial?.[name] ?? '')}
          >
            {(control) =>
              isReadOnly ? (
                <ShownNumber {...control} value={line[name]} />
              ) : (
                <NumberInput
                  {...control}
                  isAmount={name === 'amount_net' || name === 'amount_vat'}
                  value={line[name]}
                  onInput={(value) => onChange({ [name]: value })}
                />
              )
            }
          </SheetField>
        ))}
      </div>
      {!isReadOnly && (
        <p class="tools wide">
          <button type="button" aria-keyshortcuts="Alt+Enter" onClick={onSplit}>
            {tell('split_line')} <kbd>Alt ⏎</kbd>
          </button>
          {onRemove && (
            <button type="button" onClick={onRemove}>
              {tell('remove_line')}
            </button>
          )}
        </p>
      )}
    </fieldset>
  );
}

type NumberInputProps = Parameters<typeof DecimalInput>[0] & { readonly isAmount: boolean };

const NumberInput = ({ isAmount, ...props }: NumberInputProps) =>
  isAmount ? <AmountInput {...props} /> : <DecimalInput {...props} />;

const toPath = ({ path }: DraftLine, name: string): string | null => (path === null ? null : `${path}.${name}`);

function ShownNumber({ value, ...control }: { readonly id: string; readonly value: string }) {
  const { format } = useConsole();
  return <input {...control} class="figure" readOnly value={value === '' ? '' : format.amount(value)} />;
}

/** Account and VAT code, with the reason while they are the suggested ones. */
function Booking({
  line,
  index,
  direction,
  names,
  onChange,
}: Pick<LineProps, 'line' | 'index' | 'direction' | 'names' | 'onChange'>) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { isReadOnly } = useSheet();
  const { suggested, account, vatCode } = line;
  const isSuggestedAccount = account !== '' && account === names.getAccount(suggested?.account_id ?? null);
  const isSuggestedCode = vatCode !== '' && vatCode === names.getVatCode(suggested?.vat_code_id ?? null);
  const label = names.accounts.find(({ number }) => number === account)?.label;
  return (
    <>
      <SheetField
        label={tell('account')}
        path={null}
        errorPaths={[`lines.${index}.account_id`]}
        isEntered={!isSuggestedAccount && account !== ''}
        reason={isSuggestedAccount ? suggested?.account_reason?.message : null}
      >
        {(control) =>
          isReadOnly ? (
            <input {...control} readOnly value={[account, label].filter(Boolean).join(' ')} />
          ) : (
            <AccountInput
              {...control}
              value={account}
              accounts={names.accounts}
              onInput={(number) => onChange({ account: number })}
            />
          )
        }
      </SheetField>
      <SheetField
        label={tell('vat_code')}
        path={null}
        errorPaths={[`lines.${index}.vat_code_id`]}
        isEntered={!isSuggestedCode && vatCode !== ''}
        reason={isSuggestedCode ? suggested?.vat_code_reason?.message : null}
      >
        {(control) =>
          isReadOnly ? (
            <input {...control} readOnly value={vatCode} />
          ) : (
            <VatCodeInput
              {...control}
              value={vatCode}
              codes={names.codes}
              direction={direction}
              onInput={(code) => onChange({ vatCode: code })}
            />
          )
        }
      </SheetField>
    </>
  );
}
