import { holdersOf, type VatNumberHolder } from '../../projections/third-parties/vat-numbers.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { RecordWarnings, WrittenRecord } from '../records/record-api.ts';

/** Whoever imports a file twice learns enough from the first of them. */
const MOST_WARNINGS = 100;

/**
 * Third parties that share a VAT number with others: of the same type they are probably one, and can be merged; a customer who is
 * a supplier as well is worth a word, but no mistake.
 */
export const vatNumberWarnings: RecordWarnings = async ({ services, company, language }, written) => {
  const numbered = written.filter((record) => typeof record.data['vat_number'] === 'string');
  if (numbered.length === 0) return [];
  const numbers = [...new Set(numbered.map(numberOf))];
  const known = await holdersOf(services.pool, company.id, numbers);
  const planned = numbered.filter(({ id }) => id < 0).map(asHolder);
  const byNumber = new Map<string, VatNumberHolder[]>(numbers.map((number) => [number, []]));
  for (const holder of [...known, ...planned]) byNumber.get(holder.vat_number ?? '')?.push(holder);
  const warnings: Warning[] = [];
  for (const record of numbered) {
    for (const other of byNumber.get(numberOf(record)) ?? []) {
      if (other.id === record.id) continue;
      const code = other.type === typeOf(record) ? 'vat_number_shared' : 'vat_number_of_other_type';
      const { name, code: number } = other;
      warnings.push({
        code,
        message: translate(code, language, { number: numberOf(record), other: number ? `${number} ${name}` : name }),
        field: 'vat_number',
        ...(other.id > 0 && { third_party_id: other.id }),
        ...(record.line !== undefined && { line: record.line }),
      });
      if (warnings.length >= MOST_WARNINGS) return warnings;
    }
  }
  return warnings;
};

const numberOf = ({ data }: WrittenRecord): string => data['vat_number'] as string;
const typeOf = ({ data }: WrittenRecord): string => data['type'] as string;
const asHolder = (record: WrittenRecord): VatNumberHolder => ({
  id: record.id,
  type: typeOf(record) as VatNumberHolder['type'],
  code: (record.data['code'] ?? '') as string,
  name: record.data['name'] as string,
  vat_number: numberOf(record),
});
