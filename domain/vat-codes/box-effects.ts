import { findCountryPack } from '../country-packs/index.ts';
import type { BoxEffects, PackBox, PackVatCode } from '../country-packs/pack.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';

/**
 * The VAT return boxes that a VAT code fills: for invoices and credit notes, the boxes for the base, the tax due, the
 * deductible tax and the non-deductible tax, each with a sign.
 */

const NOTES = ['invoice', 'creditNote'] as const;
const AMOUNTS = ['base', 'due', 'deductible', 'nonDeductible'] as const satisfies readonly (keyof BoxEffects)[];

/** Field names in the API. */
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

/** Normalised form for storage: missing parts fill no box and unknown keys are dropped. Invalid values stay as they are. */
export function normaliseBoxes(boxes: Json): Json {
  if (boxes === null) return NO_BOXES;
  if (!isRecord(boxes)) return boxes;
  return Object.fromEntries(NOTES.map((note) => [note, normaliseEffects(boxes[note] ?? null)]));
}

function normaliseEffects(effects: Json): Json {
  if (effects === null) return NO_EFFECTS;
  if (!isRecord(effects)) return effects;
  return Object.fromEntries(AMOUNTS.map((amount) => [amount, normaliseEffectList(effects[amount] ?? [])]));
}

function normaliseEffectList(list: Json): Json {
  if (!isList(list)) return list;
  return list.map((effect) =>
    isRecord(effect) ? { box: effect['box'] ?? null, sign: normaliseSign(effect['sign'] ?? null) } : effect,
  );
}

/** Numbers may be sent as text, as everywhere in the API. */
const normaliseSign = (sign: Json): Json => (sign === '1' ? 1 : sign === '-1' ? -1 : sign);

/** The boxes of a country's VAT return. */
interface KnownBoxes {
  readonly country: string;
  readonly byName: ReadonlyMap<string, PackBox>;
}

/** All problems of normalised boxes, each with its path. */
export function findBoxProblems(boxes: Json, packCode: string): readonly Problem[] {
  const known: KnownBoxes = {
    country: packCode,
    byName: new Map(findCountryPack(packCode)?.boxes.map((box) => [box.box, box])),
  };
  return checkRecord(boxes, 'boxes', (notes) =>
    NOTES.flatMap((note) =>
      checkRecord(notes[note] ?? null, `boxes.${FIELDS[note]}`, (amounts) =>
        AMOUNTS.flatMap((amount) =>
          findListProblems(amounts[amount] ?? null, `boxes.${FIELDS[note]}.${FIELDS[amount]}`, known),
        ),
      ),
    ),
  );
}

function findListProblems(list: Json, path: string, { country, byName: known }: KnownBoxes): readonly Problem[] {
  if (!isList(list)) return [{ code: 'not_a_list', field: path }];
  if (list.length > known.size) return [{ code: 'list_too_long', field: path, params: { max: known.size } }];
  const seen = new Set<Json>();
  return list.flatMap((effect, index) =>
    checkRecord(effect, `${path}.${index}`, ({ box = null, sign }) => {
      const problems: Problem[] = [];
      const code = findBoxProblem(box, known) ?? (seen.has(box) ? 'vat_box_repeated' : null);
      seen.add(box);
      if (code !== null) {
        const params = { country, box: formatBox(box) };
        problems.push({ code, field: `${path}.${index}.box`, ...(code !== 'required' && { params }) });
      }
      if (sign !== 1 && sign !== -1) problems.push({ code: 'vat_box_sign_invalid', field: `${path}.${index}.sign` });
      return problems;
    }),
  );
}

/** An invalid box can be any value; it is cut to the length of a box name. */
const formatBox = (box: Json): string => (typeof box === 'string' ? box : JSON.stringify(box)).slice(0, 20);

function findBoxProblem(box: Json, known: ReadonlyMap<string, PackBox>): string | null {
  if (box === null) return 'required';
  const found = typeof box === 'string' ? known.get(box) : undefined;
  if (!found) return 'vat_box_unknown';
  return found.formula === null ? null : 'vat_box_computed';
}

function checkRecord(
  value: Json,
  path: string,
  problems: (value: JsonRecord) => readonly Problem[],
): readonly Problem[] {
  return isRecord(value) ? problems(value) : [{ code: 'not_an_object', field: path }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
