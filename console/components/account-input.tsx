import { useMemo, useState } from 'preact/hooks';
import type { AccountName } from '../support/answers.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { Combobox, filterChoices } from './combobox.tsx';
import type { Control } from './field.tsx';

interface AccountInputProps extends Control {
  /** Account number; empty for none. */
  readonly value: string;
  /** Given the number, or what is typed as long as no account fits. */
  readonly onInput: (number: string) => void;
  readonly isDisabled?: boolean | undefined;
  /** The accounts of the file, if the view has them already: a form with many lines reads them once. */
  readonly accounts?: readonly AccountName[] | undefined;
}

export interface PostableAccount extends AccountName {
  /** Proposed on lines of invoices. */
  readonly vat_code_id: number | null;
}

interface ListedAccount extends PostableAccount {
  readonly is_postable: boolean;
}

/** The accounts of the file that can be posted to, for `AccountInput`. Empty until they are read. */
export function useAccounts(): readonly PostableAccount[] {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/accounts`;
  const loaded = useLoaded(path, async (signal) => {
    const all = await api.get<readonly ListedAccount[]>(path, { is_active: 'true' }, signal);
    return all.filter(({ is_postable }) => is_postable);
  });
  return getLoadedValue(loaded) ?? NONE;
}

const NONE: readonly PostableAccount[] = [];

/** An account by number or name. */
export function AccountInput({ accounts, ...props }: AccountInputProps) {
  return accounts ? <KnownAccounts {...props} accounts={accounts} /> : <ReadAccounts {...props} />;
}

function ReadAccounts(props: Omit<AccountInputProps, 'accounts'>) {
  return <KnownAccounts {...props} accounts={useAccounts()} />;
}

function KnownAccounts({ value, onInput, accounts = NONE, ...control }: AccountInputProps) {
  const [searched, setSearched] = useState('');
  const all = useMemo(
    () => accounts.map(({ number, label }) => ({ value: number, text: `${number} ${label}` })),
    [accounts],
  );
  const choices = useMemo(() => filterChoices(all, searched), [all, searched]);
  return (
    <Combobox
      {...control}
      choices={choices}
      shown={all.find((one) => one.value === value)?.text ?? value}
      onSearch={setSearched}
      onType={(text) => onInput(text.trim())}
      onChoose={(choice) => onInput(choice.value)}
    />
  );
}
