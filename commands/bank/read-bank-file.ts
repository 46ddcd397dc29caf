import { isCamt, isIntradayReport, readCamt } from '../../domain/bank/camt/read-camt.ts';
import {
  isNotification,
  readNotifications,
  type ReadNotifications,
} from '../../domain/bank/camt/read-notifications.ts';
import {
  detectFileKind,
  readTextStatements,
  refuseUnknownFile,
  type BankFileFormat,
} from '../../domain/bank/formats.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';

export type ReadFile = ReadStatements | ReadBatches;

export interface ReadBatches extends ReadNotifications {
  readonly format: 'camt054';
}

export interface ReadStatements {
  readonly format: Exclude<BankFileFormat, 'camt054'>;
  readonly statements: readonly Statement[];
}

/** A statement of ten thousand entries has several hundred thousand elements. */
const LIMITS = { ...XML_LIMITS, maxElements: 2_000_000 };

/** Reads the statements of a file, whose format is detected from its content. Yields to other requests while reading. */
export async function readBankFile(bytes: Uint8Array): Promise<ReadFile | Refusal> {
  if (bytes.length === 0) return refuse('file_empty');
  const kind = detectFileKind(bytes);
  // A nested archive is not a bank file.
  if (kind === null || kind === 'zip') return refuseUnknownFile();
  if (kind === 'xml') return readXmlFile(bytes);
  const statements = await runInTurns(readTextStatements(kind, bytes));
  return isRefusal(statements) ? statements : { format: kind, statements };
}

async function readXmlFile(bytes: Uint8Array): Promise<ReadFile | Refusal> {
  try {
    const root = await readXml(bytes, LIMITS);
    if (isIntradayReport(root)) return refuse('bank_file_camt052');
    if (isNotification(root)) {
      const read = await runInTurns(readNotifications(root, bytes));
      return isRefusal(read) ? read : { format: 'camt054', ...read };
    }
    if (!isCamt(root)) return refuseUnknownFile();
    const statements = await runInTurns(readCamt(root, bytes));
    return isRefusal(statements) ? statements : { format: 'camt053', statements };
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`bank_file_xml_${error.problem}`, { params: { line: error.line ?? 0 } });
  }
}
