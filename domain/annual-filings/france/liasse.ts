/** Declares the forms of the tax return: 2050 to 2058 for the normal regime, 2033-A to D for the simplified one. */
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import { readLabels, readTable } from '../../data-table.ts';
import type { PlainDate } from '../../dates.ts';
import type { Labels } from '../../language.ts';
import type { FilingBox, FilingForm, FilingSection, LeftOut } from '../form.ts';
import { computeLiasse, createLiasse, isOnForm } from './compute.ts';
import boxes2033 from './data/boxes-2033.json' with { type: 'json' };
import boxes2050 from './data/boxes-2050.json' with { type: 'json' };
import columnTable from './data/columns.json' with { type: 'json' };
import formTable from './data/forms.json' with { type: 'json' };
import equations2033 from './data/equations-2033.json' with { type: 'json' };
import equations2050 from './data/equations-2050.json' with { type: 'json' };
import leftOutTable from './data/left-out.json' with { type: 'json' };
import movements2033 from './data/movements-2033.json' with { type: 'json' };
import movements2050 from './data/movements-2050.json' with { type: 'json' };
import sectionTable from './data/sections.json' with { type: 'json' };
import {
  readLiasse,
  type BoxDeclaration,
  type Edition,
  type LiasseDeclaration,
  type LiasseTables,
} from './declaration.ts';
import { buildHandOver } from './hand-over.ts';

export const LIASSE_CODES = ['2050', '2033'] as const;
export type LiasseCode = (typeof LIASSE_CODES)[number];

const TABLES: Readonly<Record<LiasseCode, LiasseTables>> = {
  '2050': { boxes: boxes2050, movements: movements2050, equations: equations2050 },
  '2033': { boxes: boxes2033, movements: movements2033, equations: equations2033 },
};

/** Accounts of 2025 and earlier use the edition of 2025, which is the first one known here. */
export const findEdition = (endsOn: PlainDate): Edition => (endsOn < '2026-01-01' ? '2025' : '2026');

export const declareLiasse = (code: LiasseCode, edition: Edition): LiasseDeclaration =>
  readLiasse(code, edition, TABLES[code]);

const readNames = (table: readonly (readonly string[])[]): ReadonlyMap<string, Labels> =>
  new Map(readTable(table, ['code', 'fr', 'nl', 'en', 'de']).map((row) => [row.code, readLabels(row)]));

const columns = readNames(columnTable);
const sections = readNames(sectionTable);
const forms = readNames(formTable);

export function buildLiasseForm(code: LiasseCode, edition: Edition, reported: AnnualAccountsModel): FilingForm {
  const declaration = declareLiasse(code, edition);
  const liasse = createLiasse(declaration, reported);
  const leftOut = listLeftOut(code, edition);
  const used = new Set(declaration.boxes.map(({ section }) => section));
  return {
    country: 'FR',
    code,
    labels: forms.get(code)!,
    sections: [...used].map((section): FilingSection => ({ code: section, labels: sections.get(section)! })),
    boxes: declaration.boxes.filter(isOnForm).map((box) => toFilingBox(box, reported)),
    leftOut,
    needs: ['assets', 'openItems', 'assetLines', 'salesAbroad'],
    file: buildHandOver(declaration, leftOut),
    compute: (inputs) => computeLiasse(liasse, inputs),
  };
}

/** A word that only the form of the administration has stays French; rubrics of the reports have their own words. */
function toFilingBox(
  { code, section, column, content, label, isTotal }: BoxDeclaration,
  reported: AnnualAccountsModel,
): FilingBox {
  const own = code.replace(/\.net$/, '');
  const rubric = reported.rubrics.find((one) => (one.code === own && one.isMemo !== true) || one.writtenOffIn === own);
  const { nl, en, de } = rubric?.labels ?? { nl: label, en: label, de: label };
  const line = { fr: label, nl, en, de };
  const words = columns.get(column);
  return {
    code,
    labels: words ? withColumn(line, words) : line,
    section,
    level: isSumOfLines(content, column) ? 1 : 3,
    kind: content.kind === 'text' ? 'text' : 'amount',
    isTotal,
    ...((content.kind === 'entered' || content.kind === 'text') && { isEntered: true as const }),
    ...(words && !LISTED.has(column) && { place: { line, column, columnLabels: words, hasCode: column !== 'net' } }),
  };
}

const isSumOfLines = (content: BoxDeclaration['content'], column: string): boolean =>
  content.kind === 'sum' && !content.isProposal && content.terms.length > 1 && column !== 'net' && column !== 'memo';

/** Printed as lines of their own. */
const LISTED = new Set(['memo', 'addition', 'deduction']);

function withColumn(labels: Labels, words: Labels): Labels {
  return {
    fr: `${labels.fr} (${words.fr})`,
    nl: `${labels.nl} (${words.nl})`,
    en: `${labels.en} (${words.en})`,
    de: `${labels.de} (${words.de})`,
  };
}

function listLeftOut(code: LiasseCode, edition: Edition): readonly LeftOut[] {
  return readTable(leftOutTable, ['code', 'form', 'editions', 'reason'])
    .filter(({ form, editions }) => (form === '' || form === code) && (editions === '' || editions === edition))
    .map((row) => ({ code: row.code, reason: { key: `filing_left_out_${row.reason}` } }));
}
