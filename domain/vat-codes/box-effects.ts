import { countryPack } from '../country-packs/index.ts';
import type { BoxEffects, PackBox, PackVatCode } from '../country-packs/pack.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';

/**
 * Which boxes of the return a VAT code fills: for an invoice and for a credit note, the boxes that its base, the tax owed,
 * the tax deducted and the tax that is not deducted go to, each with a sign.
 */

const NOTES = ['invoice', 'creditNote'] as const;
const AMOUNTS = ['base', 'due', 'deductible', 'nonDeductible'] as const satisfies readonly (keyof BoxEffects)[];

/** As clients name them. */
const FIELDS = {
  invoice: 'invoice',
  creditNote: 'credit_note',
  base: 'base',
  due: 'due',
  deductible: 'deductible',
  nonDeductible: 'non_deductible',
} as const satisfies Record<(typeof NOTES)[number] | (typeof AMOUNTS)[number], string>;

const NO_EFFECTS: BoxEffects = { base: [], due: [], deductible: [], nonDeductible: [] };

export const NO_BOXES: PackVatCode['boxes'] = { invoice: NO_EFFECTS, creditNote: NO_EFFECTS };

/** As it is kept: what is left out fills no box, and nothing is kept that is not known. Wrong values stay as they are. */
export function normalisedBoxes(boxes: Json): Json {
  if (boxes === null) return NO_BOXES;
  if (!isRecord(boxes)) return boxes;
  return Object.fromEntries(NOTES.map((note) => [note, normalisedEffects(boxes[note] ?? null)]));
}

function normalisedEffects(effects: Json): Json {
  if (effects === null) return NO_EFFECTS;
  if (!isRecord(effects)) return effects;
  return Object.fromEntries(AMOUNTS.map((amount) => [amount, normalisedList(effects[amount] ?? [])]));
}

function normalisedList(list: Json): Json {
  if (!isList(list)) return list;
  return list.map((effect) =>
    isRecord(effect) ? { box: effect['box'] ?? null, sign: normalisedSign(effect['sign'] ?? null) } : effect,
  );
}

/** Numbers may come as text, as everywhere in the API. */
const normalisedSign = (sign: Json): Json => (sign === '1' ? 1 : sign === '-1' ? -1 : sign);

/** The boxes of a country's return; what they are called depends on the country. */
interface KnownBoxes {
  readonly country: string;
  readonly byName: ReadonlyMap<string, PackBox>;
}

/** Everything wrong with boxes in the form that is kept, by the path of each. */
export function boxProblems(boxes: Json, packCode: string): readonly Problem[] {
  const known: KnownBoxes = {
    country: packCode,
    byName: new Map(countryPack(packCode)?.boxes.map((box) => [box.box, box])),
  };
  return record(boxes, 'boxes', (notes) =>
    NOTES.flatMap((note) =>
      record(notes[note] ?? null, `boxes.${FIELDS[note]}`, (amounts) =>
        AMOUNTS.flatMap((amount) =>
          listProblems(amounts[amount] ?? null, `boxes.${FIELDS[note]}.${FIELDS[amount]}`, known),
        ),
      ),
    ),
  );
}

function listProblems(list: Json, path: string, { country, byName: known }: KnownBoxes): readonly Problem[] {
  if (!isList(list)) return [{ code: 'not_a_list', field: path }];
  if (list.length > known.size) return [{ code: 'list_too_long', field: path, params: { max: known.size } }];
  const seen = new Set<Json>();
  return list.flatMap((effect, index) =>
    record(effect, `${path}.${index}`, ({ box = null, sign }) => {
      const problems: Problem[] = [];
      const code = boxProblem(box, known) ?? (seen.has(box) ? 'vat_box_repeated' : null);
      seen.add(box);
      if (code !== null) {
        const params = { country, box: shown(box) };
        problems.push({ code, field: `${path}.${index}.box`, ...(code !== 'required' && { params }) });
      }
      if (sign !== 1 && sign !== -1) problems.push({ code: 'vat_box_sign_invalid', field: `${path}.${index}.sign` });
      return problems;
    }),
  );
}

/** A wrong box may be anything; as much of it is repeated as a box could have. */
const shown = (box: Json): string => (typeof box === 'string' ? box : JSON.stringify(box)).slice(0, 20);

function boxProblem(box: Json, known: ReadonlyMap<string, PackBox>): string | null {
  if (box === null) return 'required';
  const found = typeof box === 'string' ? known.get(box) : undefined;
  if (!found) return 'vat_box_unknown';
  return found.formula === null ? null : 'vat_box_computed';
}

function record(value: Json, path: string, problems: (value: JsonRecord) => readonly Problem[]): readonly Problem[] {
  return isRecord(value) ? problems(value) : [{ code: 'not_an_object', field: path }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
