import { useEffect } from 'preact/hooks';
import { useAccounts } from '../components/account-input.tsx';
import { useVatCodes } from '../components/vat-code-input.tsx';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import type { Draft } from './draft.ts';

interface Terms {
  readonly default_account_id: number | null;
  readonly default_vat_code_id: number | null;
}

/** Fills in the usual account and VAT code of the chosen third party, where nothing is given yet. */
export function useDefaults(draft: Draft, onChange: (changes: Partial<Draft>) => void): void {
  const { api, place } = useConsole();
  const accounts = useAccounts();
  const codes = useVatCodes();
  const party = draft.party?.id ?? null;
  const path = `${getFilePath(place)}/third-parties/${party}`;
  const loaded = useLoaded(`${path} terms`, (signal) =>
    party === null ? Promise.resolve(null) : api.get<Terms>(path, {}, signal),
  );
  const terms = loaded.is === 'there' ? getLoadedValue(loaded) : null;
  const account = accounts.find(({ id }) => id === terms?.default_account_id)?.number ?? '';
  const code =
    codes.find(({ id, direction }) => id === terms?.default_vat_code_id && direction === draft.direction)?.code ?? '';
  useEffect(() => {
    if (account === '' && code === '') return;
    onChange({
      lines: draft.lines.map((line) => ({
        ...line,
        account: line.account || account,
        vatCode: line.vatCode || code,
      })),
    });
  }, [party, account, code]);
}
