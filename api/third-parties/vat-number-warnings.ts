import { findVatNumberHolders, type VatNumberHolder } from '../../projections/third-parties/vat-numbers.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { RecordWarnings, WrittenRecord } from '../records/record-api.ts';

/** A hundred warnings are enough for a file that was imported twice. */
const MOST_WARNINGS = 100;

/**
 * Warns about third parties that share a VAT number with others: of the same type they are probably duplicates and can be
 * merged; a customer who is also a supplier is worth mentioning, but not a mistake.
 */
export const findVatNumberWarnings: RecordWarnings = async ({ services, company, language }, written) => {
  const numbered = written.filter((record) => typeof record.data['vat_number'] === 'string');
  if (numbered.length === 0) return [];
  const numbers = [...new Set(numbered.map(getVatNumber))];
  const known = await findVatNumberHolders(services.pool, company.id, numbers);
  const planned = numbered.filter(({ id }) => id < 0).map(toHolder);
  const byNumber = new Map<string, VatNumberHolder[]>(numbers.map((number) => [number, []]));
  for (const holder of [...known, ...planned]) byNumber.get(holder.vat_number ?? '')?.push(holder);
  const warnings: Warning[] = [];
  for (const record of numbered) {
    for (const other of byNumber.get(getVatNumber(record)) ?? []) {
      if (other.id === record.id) continue;
      const code = other.type === getType(record) ? 'vat_number_shared' : 'vat_number_of_other_type';
      const { name, code: number } = other;
      warnings.push({
        code,
        message: translate(code, language, {
          number: getVatNumber(record),
          other: number ? `${number} ${name}` : name,
        }),
        field: 'vat_number',
        ...(other.id > 0 && { third_party_id: other.id }),
        ...(record.line !== undefined && { line: record.line }),
      });
      if (warnings.length >= MOST_WARNINGS) return warnings;
    }
  }
  return warnings;
};

const getVatNumber = ({ data }: WrittenRecord): string => data['vat_number'] as string;
const getType = ({ data }: WrittenRecord): string => data['type'] as string;
const toHolder = (record: WrittenRecord): VatNumberHolder => ({
  id: record.id,
  type: getType(record) as VatNumberHolder['type'],
  code: (record.data['code'] ?? '') as string,
  name: record.data['name'] as string,
  vat_number: getVatNumber(record),
});
