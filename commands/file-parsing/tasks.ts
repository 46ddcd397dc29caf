import type { OwnIdentity } from '../../domain/document-imports/sheet.ts';
import { readWorkbook } from '../../outside/spreadsheets/read-xlsx.ts';
import { readBankFile } from '../bank/read-bank-file.ts';
import { readEInvoiceFile } from '../document-imports/read-e-invoice.ts';
import { readRates } from '../integrations/read-rates.ts';
import { checkInvoiceFile, type InvoiceCheck } from '../peppol/check-invoice-file.ts';
import { readPlatformStatus } from '../approved-platform/read-status.ts';
import { readPeppolMessage } from '../peppol/read-message.ts';
import type { Tasks } from '../../support/thread-pool.ts';

interface FileBytes {
  readonly bytes: Uint8Array;
}

/** The files from outside that are parsed in a thread. Inputs and results are plain data. */
export const parsingTasks = {
  bankFile: ({ bytes }: FileBytes) => readBankFile(bytes),
  eInvoice: ({ bytes, own }: FileBytes & { readonly own: OwnIdentity }) => readEInvoiceFile(bytes, own),
  invoiceRules: ({ bytes, ...options }: FileBytes & InvoiceCheck) => checkInvoiceFile(bytes, options),
  peppolMessage: ({ bytes }: FileBytes) => readPeppolMessage(bytes),
  platformStatus: ({ bytes }: FileBytes) => readPlatformStatus(bytes),
  exchangeRates: ({ bytes }: FileBytes) => readRates(bytes),
  workbook: ({ path, maxRows }: { readonly path: string; readonly maxRows: number }) => readWorkbook(path, maxRows),
} satisfies Tasks;

export type ParsingTasks = typeof parsingTasks;
