import { isZero } from '../../money.ts';
import type { ComputedBox, FilingForm, FilingInputs, OfficialFile } from '../form.ts';
import { isMonetary, isWhole, type Datapoint } from './datapoints.ts';
import { identifyCompany } from './identification.ts';
import { writeInstance, type XbrlFact } from './xbrl.ts';

/** The instance document of a model for the Central Balance Sheet Office. */

/** Both totals are filed even if they are zero. */
const ALWAYS_FILED = new Set(['20/58', '10/49']);

interface FileDeclaration {
  readonly model: FilingForm['code'];
  readonly datapoints: readonly Datapoint[];
  /** The name of the file says so. */
  readonly isDraft: boolean;
  isFiled(code: string, inputs: FilingInputs): boolean;
}

export const buildFile = ({ model, datapoints, isDraft, isFiled }: FileDeclaration): OfficialFile => ({
  format: 'xbrl',
  mime: 'application/xml',
  write: (inputs, { boxes }) => {
    const byCode = new Map(boxes.map((box) => [box.code, box]));
    const { value: identified, problems } = identifyCompany(inputs, (code) => byCode.get(code)?.text ?? null);
    const { company, year } = inputs;
    const facts = datapoints
      .filter(({ code }) => isFiled(code, inputs))
      .flatMap((datapoint) => buildFacts(datapoint, byCode.get(datapoint.code)));
    const content = writeInstance({
      model,
      language: company.locale,
      endsOn: year.ends_on,
      enterpriseNumber: identified.enterpriseNumber,
      facts: [...identified.facts, ...facts],
    });
    const name = `${model}-${identified.enterpriseNumber}-${year.ends_on}${isDraft ? '-draft' : ''}`;
    return { value: { name, content }, problems };
  },
});

function buildFacts(datapoint: Datapoint, box: ComputedBox | undefined): readonly XbrlFact[] {
  if (!box) return [];
  const { code, metric, members, period, previous } = datapoint;
  const build = (value: string | null, inPeriod: string | null): XbrlFact[] =>
    value === null || (isZero(value) && !ALWAYS_FILED.has(code))
      ? []
      : [
          {
            element: `met:${metric}`,
            members: inPeriod === null ? members : [...members, inPeriod],
            unit: isMonetary(metric) ? 'EUR' : 'pure',
            value: isWhole(metric) ? value.replace(/\.0+$/, '') : value,
          },
        ];
  return [...build(box.amount, period), ...(previous === null ? [] : build(box.previous, previous))];
}
