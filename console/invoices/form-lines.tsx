import { useEffect, useRef } from 'preact/hooks';
import { AccountInput, useAccounts } from '../components/account-input.tsx';
import type { Control } from '../components/field.tsx';
import { useVatCodes, VatCodeInput } from '../components/vat-code-input.tsx';
import { useConsole } from '../support/scene.ts';
import { DecimalInput } from './decimal-input.tsx';
import { createLine, type DraftLine } from './draft.ts';
import type { PartProps } from './form-part.ts';
import { sayIn } from './words.ts';

/** The lines of a document that is being written, one row each; on narrow screens one card each. */
export function FormLines({ draft: { lines, direction }, live, getErrors, onChange }: PartProps) {
  const { say, language } = useConsole();
  const tell = sayIn(language);
  const accounts = useAccounts();
  const codes = useVatCodes();
  const body = useRef<HTMLTableSectionElement>(null);
  /** The focus goes to a line that was added. */
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    body.current?.querySelector<HTMLElement>('tr:last-child input')?.focus();
  }, [lines.length]);
  const add = (): void => {
    isAdded.current = true;
    onChange({ lines: [...lines, createLine(lines.at(-1))] });
  };
  const heads = [
    { name: 'description', label: say('label') },
    { name: 'quantity', label: tell('quantity') },
    { name: 'unit_price', label: tell('unit_price') },
    { name: 'discount', label: tell('discount') },
    { name: 'vat_code', label: say('vat_code') },
    { name: 'account', label: say('account') },
    { name: 'net', label: tell('amount_net') },
  ];
  return (
    <>
      <table class="form-lines">
        <caption class="unseen">{tell('lines')}</caption>
        <thead>
          <tr>
            {heads.map(({ name, label }) => (
              <th key={name} scope="col" class={name}>
                {label}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.map((line, index) => (
            <FormLine
              key={line.key}
              line={line}
              index={index}
              isOnly={lines.length === 1}
              direction={direction}
              net={live.nets.get(line.key)}
              accounts={accounts}
              codes={codes}
              getErrors={(field) => getErrors(`lines.${index}.${field}`)}
              onChange={(changes) =>
                onChange({ lines: lines.map((one) => (one.key === line.key ? { ...one, ...changes } : one)) })
              }
              onRemove={() => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
            />
          ))}
        </tbody>
      </table>
      {getErrors('lines').length > 0 && <p class="wrong">{getErrors('lines').join(' ')}</p>}
      <button type="button" onClick={add}>
        + {tell('add_line')}
      </button>
    </>
  );
}

interface FormLineProps {
  readonly line: DraftLine;
  readonly index: number;
  readonly isOnly: boolean;
  readonly direction: 'sale' | 'purchase';
  /** As computed by the service. */
  readonly net: string | undefined;
  readonly accounts: ReturnType<typeof useAccounts>;
  readonly codes: ReturnType<typeof useVatCodes>;
  readonly getErrors: (field: string) => readonly string[];
  readonly onChange: (changes: Partial<DraftLine>) => void;
  readonly onRemove: () => void;
}

function FormLine(props: FormLineProps) {
  const { line, index, isOnly, direction, net, accounts, codes, getErrors, onChange, onRemove } = props;
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const number = index + 1;
  /** Each control is named by its column and line, and described by the messages about it. */
  const describe = (field: string, label: string): Control => ({
    'aria-label': tell('in_line', { label, number }),
    ...(getErrors(field).length > 0 && { 'aria-invalid': true, 'aria-describedby': `line-${line.key}-wrong` }),
  });
  const problems = [
    'description',
    'quantity',
    'unit_price',
    'amount_net',
    'discount_percent',
    'vat_code',
    'account',
  ].flatMap(getErrors);
  return (
    <tr>
      <td class="description" data-label={say('label')}>
        <input
          {...describe('description', say('label'))}
          value={line.description}
          onInput={(event) => onChange({ description: event.currentTarget.value })}
        />
        {problems.length > 0 && (
          <p id={`line-${line.key}-wrong`} class="wrong">
            {problems.join(' ')}
          </p>
        )}
      </td>
      <td class="quantity" data-label={tell('quantity')}>
        <DecimalInput
          {...describe('quantity', tell('quantity'))}
          value={line.quantity}
          onInput={(quantity) => onChange({ quantity })}
        />
      </td>
      <td class="unit_price" data-label={tell('unit_price')}>
        <DecimalInput
          {...describe('unit_price', tell('unit_price'))}
          value={line.unitPrice}
          onInput={(unitPrice) => onChange({ unitPrice })}
        />
      </td>
      <td class="discount" data-label={tell('discount')}>
        <DecimalInput
          {...describe('discount_percent', tell('discount'))}
          value={line.discount}
          onInput={(discount) => onChange({ discount })}
        />
      </td>
      <td class="vat_code" data-label={say('vat_code')}>
        <VatCodeInput
          {...describe('vat_code', say('vat_code'))}
          value={line.vatCode}
          direction={direction}
          codes={codes}
          onInput={(vatCode) => onChange({ vatCode })}
        />
      </td>
      <td class="account" data-label={say('account')}>
        <AccountInput
          {...describe('account', say('account'))}
          value={line.account}
          accounts={accounts}
          onInput={(account) => onChange({ account })}
        />
      </td>
      <td class="net figure" data-label={tell('amount_net')}>
        {net === undefined ? '' : format.amount(net)}
      </td>
      <td class="remove">
        {!isOnly && (
          <button type="button" aria-label={tell('remove_line', { number })} onClick={onRemove}>
            ×
          </button>
        )}
      </td>
    </tr>
  );
}
