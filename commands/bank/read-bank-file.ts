import { isCamt, readCamt } from '../../domain/bank/camt/read-camt.ts';
import { fileKind, readText, unknownFile, type BankFileFormat } from '../../domain/bank/formats.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readXml, UnreadableXml, XML_LIMITS } from '../../outside/xml/read-xml.ts';
import { inTurns } from '../../support/yielding.ts';

export interface ReadFile {
  readonly format: BankFileFormat;
  readonly statements: readonly Statement[];
}

/** A statement of ten thousand entries has some hundred thousand elements. */
const LIMITS = { ...XML_LIMITS, maxElements: 2_000_000 };

/** The statements of a file, which is recognised by what it contains. Others are answered while it is read. */
export async function readBankFile(bytes: Uint8Array): Promise<ReadFile | Refusal> {
  if (bytes.length === 0) return refuse('file_empty');
  const kind = fileKind(bytes);
  // An archive in an archive is no file of a bank.
  if (kind === null || kind === 'zip') return unknownFile();
  if (kind === 'xml') return readXmlFile(bytes);
  const statements = await inTurns(readText(kind, bytes));
  return isRefusal(statements) ? statements : { format: kind, statements };
}

async function readXmlFile(bytes: Uint8Array): Promise<ReadFile | Refusal> {
  try {
    const root = await readXml(bytes, LIMITS);
    if (!isCamt(root)) return unknownFile();
    const statements = await inTurns(readCamt(root, bytes));
    return isRefusal(statements) ? statements : { format: 'camt053', statements };
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return refuse(`bank_file_xml_${error.problem}`, { params: { line: error.line ?? 0 } });
  }
}
