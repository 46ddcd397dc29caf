import { isNegative, isZero, ZERO } from '../money.ts';
import { collectValue, type Checked, type Problem } from '../refusal.ts';
import { mapByBox } from '../vat-declarations/computation.ts';
import type { BoxAmount } from '../vat-declarations/declaration-events.ts';
import { getFormByCode } from '../vat-declarations/form.ts';
import { element, type XmlNode } from '../xml.ts';
import { resolveDeclarant, toSingleLine, type FilingCompany } from './filer.ts';

/**
 * The French return as a readable XML for an EDI partner: the zones of forms T-IDENTIF and 3310CA3. This is not the
 * message format of the administration, which the partner writes and sends.
 */

/** Zone of each line. A line of gross tax has one zone for its base and one for its tax. */
const ZONES: Readonly<Record<string, string>> = {
  A1: 'CA',
  A2: 'CB',
  A3: 'KH',
  A4: 'DK',
  A5: 'KV',
  B1: 'CH',
  B2: 'CC',
  B3: 'CF',
  B4: 'CG',
  B5: 'CE',
  E1: 'DA',
  E2: 'DB',
  E3: 'DH',
  E4: 'KW',
  E5: 'KX',
  E6: 'KY',
  F1: 'KZ',
  F2: 'DC',
  F3: 'DF',
  F4: 'DJ',
  F5: 'LA',
  F6: 'DD',
  F7: 'DG',
  F8: 'DE',
  F9: 'LR',
  '08-HT': 'FP',
  '08': 'GP',
  '09-HT': 'FB',
  '09': 'GB',
  '9B-HT': 'FR',
  '9B': 'GR',
  '10-HT': 'FM',
  '10': 'GM',
  '11-HT': 'FN',
  '11': 'GN',
  '13-HT': 'FC',
  '13': 'GC',
  'T1-HT': 'BQ',
  T1: 'CQ',
  'T2-HT': 'BP',
  T2: 'CP',
  'T3-HT': 'BS',
  T3: 'CS',
  'T4-HT': 'BF',
  T4: 'MC',
  'T5-HT': 'BE',
  T5: 'MA',
  'T6-HT': 'MF',
  T6: 'ME',
  'T7-HT': 'MG',
  T7: 'MD',
  'P1-HT': 'GS',
  P1: 'GT',
  'P2-HT': 'GU',
  P2: 'GV',
  'I1-HT': 'LB',
  I1: 'LC',
  'I2-HT': 'LD',
  I2: 'LE',
  'I3-HT': 'LF',
  I3: 'LG',
  'I4-HT': 'LH',
  I4: 'LJ',
  'I5-HT': 'LK',
  I5: 'LL',
  'I6-HT': 'LM',
  I6: 'LN',
  '15': 'GG',
  '5B': 'KS',
  '16': 'GH',
  '17': 'GJ',
  '18': 'GK',
  '19': 'HA',
  '20': 'HB',
  '21': 'HC',
  '22': 'HD',
  '2C': 'KU',
  '23': 'HG',
  '24': 'HF',
  '2E': 'HL',
  '25': 'JA',
  TD: 'KA',
  '26': 'JB',
  AA: 'KJ',
  '27': 'JC',
  Y5: 'MT',
  Y6: 'MH',
  X5: 'MN',
  '28': 'ND',
  '29': 'KB',
  Z5: 'NC',
  AB: 'KL',
  '32': 'KE',
};

/** Ticked on a nil return. */
const NIL_ZONE = 'KF';
const LONGEST_NAME = 35;

export interface FiledFrenchReturn {
  readonly form: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly boxes: readonly BoxAmount[];
}

export function buildEdiReturn(company: FilingCompany, filed: FiledFrenchReturn): Checked<XmlNode> {
  const { value: declarant, problems: ofDeclarant } = resolveDeclarant(company);
  const problems = [...ofDeclarant];
  if (filed.form !== 'CA3')
    problems.push({
      code: 'filing_form_without_file',
      field: 'form',
      params: { company: company.name, form: filed.form },
    });
  for (const [field, value] of [
    ['street', declarant.street],
    ['postal_code', declarant.postal_code],
    ['city', declarant.city],
  ] as const)
    if (value === null) problems.push({ code: 'filing_address', field, params: { company: company.name } });
  const siren = declarant.vat_number.slice(4);
  const formatDay = (date: string): string => date.replaceAll('-', '');
  const zones = collectValue(buildZones(company, filed), problems);
  const declaration = element('DeclarationTVA', [
    element(
      'Formulaire',
      [
        element(
          'Zone',
          [
            element('Identifiant', siren),
            element('Designation', toSingleLine(company.name, LONGEST_NAME)),
            element('Adresse', declarant.street && toSingleLine(declarant.street, LONGEST_NAME)),
            element('CodePostal', declarant.postal_code),
            element('Ville', declarant.city && toSingleLine(declarant.city, LONGEST_NAME)),
            element('Pays', declarant.country),
          ],
          { id: 'AA' },
        ),
        buildZone('CA', formatDay(filed.starts_on)),
        buildZone('CB', formatDay(filed.ends_on)),
      ],
      { nom: 'T-IDENTIF' },
    ),
    element('Formulaire', zones, { nom: '3310CA3' }),
  ]);
  return { value: declaration, problems };
}

const buildZone = (id: string, value: string, line?: string): XmlNode => element('Zone', value, { id, ligne: line });

/** Amounts in whole euros; zero lines are left out. */
function buildZones(company: FilingCompany, { boxes }: FiledFrenchReturn): Checked<readonly XmlNode[]> {
  const problems: Problem[] = [];
  const amounts = mapByBox(boxes);
  const zones = getFormByCode('FR', 'CA3').boxes.flatMap(({ box }): readonly XmlNode[] => {
    const amount = amounts.get(box) ?? ZERO;
    if (isZero(amount)) return [];
    const id = ZONES[box];
    if (isNegative(amount) || id === undefined || !amount.endsWith('.00'))
      problems.push({ code: 'filing_amount', field: `boxes.${box}`, params: { box, amount, company: company.name } });
    return [buildZone(id ?? '', amount.slice(0, -3), box)];
  });
  return { value: zones.length === 0 ? [buildZone(NIL_ZONE, 'X')] : zones, problems };
}
