import { STATEMENTS, type AnnualAccountsModel, type Rubric } from '../../country-packs/pack.ts';
import { add, negate, ZERO, type SignedAmount } from '../../money.ts';
import { findTextSetting } from '../../vat-filing/filer.ts';
import type { BoxAccount, ComputedBox, ComputedFiling, FilingBox, FilingForm, FilingInputs } from '../form.ts';
import { listBoxAccounts, withManualAmounts } from '../rubric-form.ts';
import { STATEMENT_LABELS } from '../sections.ts';
import { listBrokenChecks } from './broken-checks.ts';
import { listChecks, type FilingCheck } from './checks.ts';
import { listDatapoints, type Datapoint } from './datapoints.ts';
import { buildFile } from './file.ts';
import { listLeftOut, listUnknown, OPTIONAL } from './left-out.ts';
import {
  buildTextBox,
  computeNotes,
  listIdentificationBoxes,
  listMissingNotes,
  listNeeds,
  listNoteBoxes,
  listNoteSections,
  type FilingTexts,
  type TextBox,
} from './notes.ts';

/**
 * A model of the National Bank: the statements are the rubrics of the reports after the appropriation of the result, the
 * notes come from the ledger or from a person.
 */

/** Shown as a positive amount that the total deducts. */
const DEDUCTED = new Set(['101', '19']);
/** The result of the year until it is appropriated: no rubric of the form. */
const RESULT = 'RES';
const CARRIED_FORWARD = '14';
/** Of companies in the full models only. */
const FULL_ONLY = new Set(['791', '792']);
/** Their facts were rebuilt from those of other models. */
const REBUILT = new Set(['m02', 'm82', 'm81']);

interface BelgianModel {
  readonly model: AnnualAccountsModel;
  readonly datapoints: readonly Datapoint[];
  readonly rubrics: readonly Rubric[];
  readonly notes: readonly FilingBox[];
  readonly boxes: readonly FilingBox[];
  readonly checks: readonly FilingCheck[];
}

export function buildBelgianForm(model: AnnualAccountsModel): FilingForm {
  const declared = declareModel(model);
  const { datapoints, rubrics, notes, boxes } = declared;
  const isDraft = REBUILT.has(model.code) || listUnknown(rubrics, datapoints).length > 0;
  const sections = [
    ...listNoteSections(listIdentificationBoxes()),
    ...STATEMENTS.map((code) => ({ code, labels: STATEMENT_LABELS[code] })),
    ...listNoteSections([...notes, buildTextBox('valuation_rules')]),
  ];
  return {
    country: 'BE',
    code: model.code,
    labels: model.labels,
    ...(isDraft && { isDraft: true as const }),
    sections,
    boxes,
    leftOut: listLeftOut(model, rubrics, datapoints),
    needs: listNeeds(notes),
    file: buildFile({
      model: model.code,
      datapoints,
      isDraft,
      isFiled: (code, inputs) => isFiled(model, code, inputs),
    }),
    compute: (inputs) => computeForm(declared, inputs),
  };
}

function declareModel(model: AnnualAccountsModel): BelgianModel {
  const datapoints = listDatapoints(model.code);
  const rubrics = model.rubrics.filter(({ code }) => isInForm(model, code));
  const notes = listNoteBoxes(datapoints);
  const boxes = [...listIdentificationBoxes(), ...rubrics.map(toBox), ...notes, buildTextBox('valuation_rules')];
  const codes = new Set(boxes.map(({ code }) => code));
  const statements = new Set(rubrics.map(({ code }) => code));
  const hasBox = (code: string): boolean =>
    codes.has(code) || (code.endsWith('P') && statements.has(code.slice(0, -1)));
  return { model, datapoints, rubrics, notes, boxes, checks: listChecks(model.chart, hasBox) };
}

const isInForm = ({ scheme, chart }: AnnualAccountsModel, code: string): boolean =>
  code !== RESULT && (scheme === 'full' || chart === 'association' || !FULL_ONLY.has(code));

const toBox = ({ code, labels, statement, level, content }: Rubric): FilingBox => ({
  code,
  labels,
  section: statement,
  level,
  kind: 'amount',
  isTotal: 'sum' in content || code.startsWith('('),
});

/** Turnover and purchases of small entities are not published unless a person says so. */
const isFiled = ({ scheme }: AnnualAccountsModel, code: string, { manual }: FilingInputs): boolean =>
  scheme === 'full' || !OPTIONAL.includes(code) || manual.has(code);

function computeForm(
  { model, datapoints, rubrics, notes, boxes, checks }: BelgianModel,
  inputs: FilingInputs,
): ComputedFiling {
  const { amounts, previous } = computeStatements(model, inputs);
  const accounts = listAccounts(model, inputs);
  const noteAmounts = computeNotes(notes, inputs, amounts.get('17') ?? ZERO);
  const texts = findTexts(inputs);
  const statements = new Set(rubrics.map(({ code }) => code));
  const computed = boxes.map(({ code, kind }): ComputedBox => {
    if (kind === 'text') return { ...NOTHING, code, text: texts[code as TextBox] };
    if (!statements.has(code)) return { ...NOTHING, code, amount: noteAmounts.get(code) ?? null };
    const amount = amounts.get(code) ?? ZERO;
    return {
      code,
      amount,
      previous: previous && (previous.get(code) ?? ZERO),
      text: null,
      accounts: accounts.get(code) ?? [],
    };
  });
  const byCode = new Map(computed.map((box) => [box.code, box.amount]));
  return {
    boxes: computed,
    missing: listMissingNotes(boxes, (code) => byCode.get(code) ?? null, texts),
    checks: listBrokenChecks({ checks, datapoints, boxes: computed, assets: inputs.assets }),
  };
}

const NOTHING = { amount: null, previous: null, text: null, accounts: [] } as const;

interface Statements {
  readonly amounts: ReadonlyMap<string, SignedAmount>;
  readonly previous: ReadonlyMap<string, SignedAmount> | null;
}

/** The rubrics as they are filed; a manual amount replaces that of the books. */
function computeStatements(model: AnnualAccountsModel, { computeRubrics, manual }: FilingInputs): Statements {
  const { amounts, previous } = computeRubrics(model);
  const entered = new Map(
    [...manual].map(([code, value]) => [
      code,
      DEDUCTED.has(code) && value.amount !== null ? { ...value, amount: negate(value.amount) } : value,
    ]),
  );
  const corrected = withManualAmounts(model, appropriateResult(amounts), { manual: entered });
  return { amounts: turnDeducted(corrected), previous: previous && turnDeducted(appropriateResult(previous)) };
}

/** As the closing carries it forward: the result of the year joins that of earlier years. */
function appropriateResult(amounts: ReadonlyMap<string, SignedAmount>): ReadonlyMap<string, SignedAmount> {
  const carried = add(amounts.get(CARRIED_FORWARD) ?? ZERO, amounts.get(RESULT) ?? ZERO);
  return new Map([...amounts, [CARRIED_FORWARD, carried], [RESULT, ZERO]]);
}

const turnDeducted = (amounts: ReadonlyMap<string, SignedAmount>): ReadonlyMap<string, SignedAmount> =>
  new Map([...amounts].map(([code, amount]) => [code, DEDUCTED.has(code) ? negate(amount) : amount]));

function listAccounts(model: AnnualAccountsModel, inputs: FilingInputs): ReadonlyMap<string, readonly BoxAccount[]> {
  const accounts = listBoxAccounts(model, inputs);
  const turn = ({ number, sign }: BoxAccount): BoxAccount => ({ number, sign: sign === 1 ? -1 : 1 });
  return new Map(
    [...accounts].map(([code, own]) => {
      if (code === CARRIED_FORWARD) return [code, [...own, ...(accounts.get(RESULT) ?? [])]];
      return [code, DEDUCTED.has(code) ? own.map(turn) : own];
    }),
  );
}

/** Most accounts are neither corrected nor those of a liquidation, and repeat the figures that were published. */
function findTexts({ company, manual, previous }: FilingInputs): FilingTexts {
  const findText = (code: TextBox): string | null => manual.get(code)?.text ?? null;
  return {
    deed_date: findText('deed_date'),
    previous_as_published: findText('previous_as_published') ?? (previous ? 'true' : null),
    is_correction: findText('is_correction') ?? 'false',
    is_in_liquidation: findText('is_in_liquidation') ?? 'false',
    valuation_rules: findText('valuation_rules') ?? findTextSetting(company, 'annual_accounts.valuation_rules'),
  };
}
