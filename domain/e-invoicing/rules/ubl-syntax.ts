import { readOneOf, readTable, readWords } from '../../data-table.ts';
import type { Steps } from '../../steps.ts';
import type { XmlElement } from '../../xml.ts';
import { createPathFinder, type CheckedDocument } from './checked-document.ts';
import table from './data/ubl-syntax.json' with { type: 'json' };
import { findFieldPath } from './field-path.ts';
import type { BrokenRule } from './rule.ts';
import { checkSchemaInSteps, type SchemaFinding } from './schema/check-schema.ts';
import { reportSchemaFindings } from './schema/report.ts';
import { createUblSchema } from './schema/ubl.ts';
import { BOUNDS, checkSyntaxRulesInSteps, type Bound, type CountingRule } from './syntax-rules.ts';
import { UBL_CONDITIONS } from './ubl-conditions.ts';
import { checkUnusedInSteps } from './ubl-unused.ts';

/** Rules of the binding of UBL to EN 16931 about its elements: UBL-SR, UBL-DT and UBL-CR. */
const COLUMNS = ['id', 'context', 'path', 'bound', 'severity'] as const;

export const UBL_COUNTING_RULES: readonly CountingRule[] = readTable(table, COLUMNS).flatMap((row) =>
  readWords(row.context).flatMap((context) =>
    readWords(row.path).map((path) => ({
      id: row.id,
      severity: readOneOf(row.severity, ['fatal', 'warning']),
      context,
      path,
      bound: readOneOf(row.bound, Object.keys(BOUNDS) as readonly Bound[]),
    })),
  ),
);

/** The schema of UBL 2.1 first, then the rules about its elements. */
export function* checkUblSyntaxInSteps(document: CheckedDocument): Steps<readonly BrokenRule[]> {
  const file: XmlElement = document.root.element;
  const findings: readonly SchemaFinding[] = yield* checkSchemaInSteps(file, createUblSchema(file));
  const rules = { counting: UBL_COUNTING_RULES, conditions: UBL_CONDITIONS, findField: findFieldPath };
  return [
    ...reportSchemaFindings('UBL', findings, createPathFinder()),
    ...(yield* checkSyntaxRulesInSteps(document, rules)),
    ...(yield* checkUnusedInSteps(file)),
  ];
}
