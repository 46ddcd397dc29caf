import type { Located } from '../checked-document.ts';
import { findFieldPath } from '../field-path.ts';
import type { BrokenRule } from '../rule.ts';
import { filled } from '../texts.ts';
import type { SchemaFinding } from './check-schema.ts';
import { CORRECT_PROGRAM, SCHEMA_MESSAGES } from './texts.ts';

/** Reported places of one problem. */
const MOST_PLACES = 20;

/** Findings as broken rules, such as `UBL-SCHEMA-ORDER`. All are fatal: the networks refuse such files. */
export function reportSchemaFindings(
  syntax: 'UBL' | 'CII',
  findings: readonly SchemaFinding[],
  whereIs: (at: Located) => string,
): readonly BrokenRule[] {
  const counts = new Map<string, number>();
  return findings.flatMap(({ problem, at, name, other = '' }) => {
    const count = counts.get(problem) ?? 0;
    counts.set(problem, count + 1);
    if (count >= MOST_PLACES) return [];
    return [
      {
        id: `${syntax}-SCHEMA-${problem}`,
        severity: 'fatal' as const,
        where: whereIs(at),
        path: syntax === 'UBL' ? findFieldPath(at) : null,
        message: filled(SCHEMA_MESSAGES[problem], { name, other }),
        hint: CORRECT_PROGRAM,
      },
    ];
  });
}
