import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { getRealisedAccounts, type PackExchange } from '../country-packs/exchange.ts';
import { findCountryPack, getChartFor } from '../country-packs/index.ts';
import { isPostable } from '../ledger/named-account.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords } from '../records/records.ts';
import { findIdByKey } from '../records/state.ts';
import { isRefusal, NO_PROBLEMS, type Checked } from '../refusal.ts';

/** The accounts for exchange differences, defined by the country. They are created in files whose chart lacks them. */

/** An existing or new account, with the events that create it. */
export interface ExchangeAccountFound {
  readonly id: number;
  readonly made: readonly RecordEvent[];
}

export function getExchangePack({ identity }: CompanyFile): {
  readonly exchange: PackExchange;
  /** The variant of the chart. */
  readonly chart: string;
} {
  const pack = findCountryPack(identity.country_pack)!;
  return { exchange: pack.exchange, chart: getChartFor(pack, identity.legal_form_code).variant };
}

/** Account numbers for the realised difference of an item on the account with this number. */
export function getRealisedAccountNumbers(
  number: string,
  file: CompanyFile,
): { readonly gain: string; readonly loss: string } {
  const { exchange, chart } = getExchangePack(file);
  return getRealisedAccounts(exchange, chart, number);
}

/** Finds the account of the pack with this number, or creates it under `newId` with its name in the pack. */
export function resolveExchangeAccount(
  number: string,
  newId: number,
  file: CompanyFile,
): Checked<ExchangeAccountFound> {
  const found = findIdByKey(file.records, accounts, 'number', number) ?? null;
  if (isPostable(file, found)) return { value: { id: found, made: [] }, problems: NO_PROBLEMS };
  const made = found === null ? createAccount(number, newId, file) : null;
  if (made !== null) return { value: { id: newId, made }, problems: NO_PROBLEMS };
  return { value: { id: 0, made: [] }, problems: [{ code: 'exchange_account_missing', params: { number } }] };
}

function createAccount(number: string, id: number, file: CompanyFile): readonly RecordEvent[] | null {
  const pack = findCountryPack(file.identity.country_pack)!;
  const chart = getChartFor(pack, file.identity.legal_form_code);
  const ofChart = chart.accounts.find((account) => account.number === number);
  const labels = ofChart?.labels ?? pack.exchange.ownAccounts[number];
  if (!labels) return null;
  const data = { number, label: labels[file.identity.locale], ...(ofChart && { type: ofChart.type }) };
  const made = decideRecords({ type: 'CreateRecords', resource: 'accounts', records: [{ id, data }] }, file);
  return isRefusal(made) ? null : made;
}
