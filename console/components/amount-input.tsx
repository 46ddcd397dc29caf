import { useEffect, useRef, useState } from 'preact/hooks';
import { parseAmount } from '../support/parse-amount.ts';
import { useConsole } from '../support/scene.ts';
import type { Control } from './field.tsx';

interface AmountInputProps extends Control {
  /** A decimal text such as `1234.56`; empty for none. */
  readonly value: string;
  /** Given a decimal text, or an empty one while what is typed is no amount. */
  readonly onInput: (amount: string) => void;
  readonly isDisabled?: boolean;
}

/** An amount as it is written in the language of the reader. What is no amount is marked and stops its form. */
export function AmountInput({ value, onInput, isDisabled, ...control }: AmountInputProps) {
  const { format, language, say } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  /** What is being typed; null shows the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== '' && parseAmount(typed, language) === null;
  useEffect(() => input.current?.setCustomValidity(isWrong ? say('not_an_amount') : ''), [isWrong]);
  return (
    <input
      {...control}
      ref={input}
      class="figure amount"
      inputMode="decimal"
      autocomplete="off"
      disabled={isDisabled}
      aria-invalid={isWrong || control['aria-invalid'] === true ? true : undefined}
      title={isWrong ? say('not_an_amount') : undefined}
      value={typed ?? (value === '' ? '' : format.amount(value))}
      onFocus={(event) => event.currentTarget.select()}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onInput(parseAmount(currentTarget.value, language) ?? '');
      }}
      onBlur={() => setTyped((text) => (isWrong ? text : null))}
    />
  );
}
