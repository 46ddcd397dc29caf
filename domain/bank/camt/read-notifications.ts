import { isRefusal, refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { findElement, findText, listElements, type XmlElement } from '../../xml.ts';
import type { BatchDetails } from '../batch-details.ts';
import { cleanText, MOST_MOVEMENTS, type Movement, type StatementWarning } from '../statement.ts';
import { readDate } from './amounts.ts';
import { findAccount } from './details.ts';
import { isBooked, readEntry, refuseStatement } from './entries.ts';
import { findEntryPlaces } from './entry-places.ts';
import { readAccount } from './read-camt.ts';

/** CAMT.054, the ISO 20022 notification: details of amounts that a statement contains as one entry. */
const NAMESPACE = /camt\.054\.001\.(0[2-9]|1\d)$/;

export const isNotification = ({ name, namespace }: XmlElement): boolean =>
  name === 'Document' && NAMESPACE.test(namespace);

export interface ReadNotifications {
  readonly batches: readonly BatchDetails[];
  readonly warnings: readonly StatementWarning[];
}

/** Maximum number of batches in a file: they are recorded in one event. */
const MOST_BATCHES = 2_000;

export function* readNotifications(root: XmlElement, bytes: Uint8Array): Steps<ReadNotifications | Refusal> {
  const elements = listElements(root, 'BkToCstmrDbtCdtNtfctn/Ntfctn');
  const count = elements.reduce((total, element) => total + listElements(element, 'Ntry').length, 0);
  const places = yield* findEntryPlaces(bytes, count);
  const batches: BatchDetails[] = [];
  const warnings: StatementWarning[] = [];
  let [entries, movements] = [0, 0];
  for (const element of elements)
    for (const [index, entry] of listElements(element, 'Ntry').entries()) {
      const read = readBatch(element, entry, { index, place: places?.[entries] });
      entries += 1;
      yield;
      if (isRefusal(read)) return read;
      if (read === null) continue;
      if ('code' in read) warnings.push(read);
      else {
        batches.push(read);
        movements += read.parts.length;
      }
      if (movements > MOST_MOVEMENTS) return refuseStatement('statement_too_large', { max: MOST_MOVEMENTS });
      if (batches.length > MOST_BATCHES) return refuseStatement('statement_too_large', { max: MOST_BATCHES });
    }
  return batches.length === 0 ? refuse('bank_file_without_details') : { batches, warnings };
}

/** Null for an entry that is not booked or has no details; a warning if they do not add up. */
function readBatch(
  notification: XmlElement,
  entry: XmlElement,
  { index, place }: { readonly index: number; readonly place: Movement['place'] | undefined },
): BatchDetails | StatementWarning | Refusal | null {
  if (!isBooked(entry) || listElements(entry, 'NtryDtls/TxDtls').length === 0) return null;
  const number = findText(notification, 'Id') ?? '';
  const account = findElement(notification, 'Acct');
  const own = findAccount(account);
  if (own === undefined) return refuseStatement('statement_account_missing', { number });
  const currency = findText(account, 'Ccy') ?? findElement(entry, 'Amt')?.attributes['Ccy'] ?? '';
  const day = findText(notification, 'CreDtTm')?.slice(0, 10) ?? '';
  const entry_date = readDate(findElement(entry, 'BookgDt')) ?? readDate(findElement(entry, 'ValDt')) ?? day;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(entry_date))
    return refuseStatement('record_field_invalid', { field: 'entry_date', value: entry_date });
  const read = readEntry(entry, { number, index, own, currency, day: entry_date, place });
  if (isRefusal(read)) return read;
  if (read.warning) return { ...read.warning, params: { ...read.warning.params, number } };
  return {
    account: readAccount(account!, own),
    currency,
    entry_date,
    amount: read.amount,
    references: listReferences(entry),
    parts: read.movements,
  };
}

const REFERENCES = ['AcctSvcrRef', 'NtryRef', 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId'];

/** The statement names the entry by one of these. */
const listReferences = (entry: XmlElement): readonly string[] => [
  ...new Set(REFERENCES.flatMap((path) => cleanText(findText(entry, path)) ?? [])),
];
