import { useId } from 'preact/hooks';
import type { AccountName } from '../support/answers.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';

interface AccountInputProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  /** Account number. */
  readonly value: string;
  readonly onInput: (number: string) => void;
}

/** An account by number or name: the browser offers those that fit. */
export function AccountInput({ value, onInput, ...control }: AccountInputProps) {
  const { api, place } = useConsole();
  const list = useId();
  const path = `${getFilePath(place)}/accounts`;
  const accounts = getLoadedValue(useLoaded(path, (signal) => api.get<readonly AccountName[]>(path, {}, signal))) ?? [];
  const take = (typed: string): void => {
    // What was chosen from the list stands for its number.
    const chosen = accounts.find(({ number, label }) => `${number} ${label}` === typed);
    onInput(chosen?.number ?? typed.trim());
  };
  return (
    <>
      <input
        {...control}
        list={list}
        autocomplete="off"
        value={value}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <datalist id={list}>
        {accounts.map(({ id, number, label }) => (
          <option key={id} value={`${number} ${label}`} />
        ))}
      </datalist>
    </>
  );
}
