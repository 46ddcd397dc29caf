import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  crossCheckSheet,
  type ExtractedDocument,
  type ExtractionContext,
} from '../../domain/document-imports/extraction/index.ts';
import { extractedSheet, type ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { isStructuredCommunication } from '../../domain/numbers/structured-communication.ts';
import { isCreditorReference } from '../../domain/numbers/creditor-reference.ts';
import { normaliseVatNumber } from '../../domain/numbers/vat-number.ts';

/** Checks the answers of an external extraction engine before they are used. */

let compiled: ((value: unknown) => boolean) | null = null;

export function isExtractedSheet(value: unknown): value is ExtractedSheet {
  compiled ??= new Ajv2020({ strict: false }).compile(extractedSheet);
  return compiled(value) && hasSaneSize(value as ExtractedSheet);
}

const MOST_LINES = 1_000;
const LONGEST_TEXT = 2_000;

function hasSaneSize(sheet: ExtractedSheet): boolean {
  return sheet.lines.length <= MOST_LINES && JSON.stringify(sheet).length <= MOST_LINES * LONGEST_TEXT;
}

/** Highest confidence of a sheet whose amounts do not add up. */
const DOUBTFUL = 0.6;

export function toExtractedDocument(
  sheet: ExtractedSheet,
  { own, today, known }: ExtractionContext,
): ExtractedDocument {
  const vatNumber = sheet.counterparty.vat_number;
  const checkedVat = vatNumber === null ? null : normaliseVatNumber(vatNumber, null);
  const communication = sheet.structured_communication;
  const isCommunication =
    communication !== null && (isStructuredCommunication(communication) || isCreditorReference(communication));
  const checked: ExtractedSheet = {
    ...sheet,
    counterparty: { ...sheet.counterparty, vat_number: checkedVat },
    structured_communication: isCommunication ? communication : null,
  };
  const warnings = crossCheckSheet(checked, today);
  const isOwnNumber = checkedVat !== null && checkedVat === own.vatNumber;
  const party = known.find(
    ({ vatNumber: each, enterpriseNumber, ibans }) =>
      (checkedVat !== null && each === checkedVat) ||
      (checked.counterparty.enterprise_number !== null &&
        enterpriseNumber === checked.counterparty.enterprise_number) ||
      (checked.direction === 'purchase' && checked.payment.iban !== null && ibans.includes(checked.payment.iban)),
  );
  const isDoubtful = warnings.length > 0 || isOwnNumber || (vatNumber !== null && checkedVat === null);
  const confidence = isDoubtful ? Math.min(DOUBTFUL, Number(sheet.confidence)) : Number(sheet.confidence);
  return {
    sheet: { ...checked, confidence: confidence.toFixed(2) },
    warnings: [
      ...warnings,
      ...(isOwnNumber ? [{ code: 'direction_unclear' }] : []),
      ...(checkedVat === null ? [{ code: 'vat_number_missing' }] : []),
      ...(communication !== null && !isCommunication ? [{ code: 'structured_communication_invalid' }] : []),
      ...(confidence < 0.5 ? [{ code: 'low_confidence' }] : []),
    ],
    thirdPartyId: party?.id ?? null,
    evidence: { number: confidence, date: confidence, due: confidence, party: confidence, totals: confidence },
  };
}
