import { readOneOf, readTable, readWords } from '../../data-table.ts';
import { runAllSteps, type Steps } from '../../steps.ts';
import { findText, type XmlElement } from '../../xml.ts';
import { createCheckedDocument, createPathFinder } from './checked-document.ts';
import { CII_CONDITIONS } from './cii-conditions.ts';
import table from './data/cii-syntax.json' with { type: 'json' };
import type { BrokenRule } from './rule.ts';
import { checkSchemaInSteps } from './schema/check-schema.ts';
import { CII_SCHEMA } from './schema/cii.ts';
import { reportSchemaFindings } from './schema/report.ts';
import { BOUNDS, checkSyntaxRulesInSteps, type Bound, type CountingRule } from './syntax-rules.ts';

/**
 * Rules about the elements of a Cross Industry Invoice itself: those of its binding to EN 16931 (CII-SR, CII-DT) that
 * are fatal. They have no counterpart in UBL.
 */

const COLUMNS = ['id', 'context', 'path', 'bound', 'profiles'] as const;

interface CiiCountingRule extends CountingRule {
  /** Profiles that extend the standard may use what the standard does not. */
  readonly isOfAllProfiles: boolean;
}

export const CII_COUNTING_RULES: readonly CiiCountingRule[] = readTable(table, COLUMNS).flatMap((row) =>
  readWords(row.context).flatMap((context) =>
    readWords(row.path).map((path) => ({
      id: row.id,
      severity: 'fatal' as const,
      context,
      path,
      bound: readOneOf(row.bound, Object.keys(BOUNDS) as readonly Bound[]),
      isOfAllProfiles: row.profiles === 'all',
    })),
  ),
);

export const checkCiiSyntax = (file: XmlElement): readonly BrokenRule[] => runAllSteps(checkCiiSyntaxInSteps(file));

export function* checkCiiSyntaxInSteps(file: XmlElement): Steps<readonly BrokenRule[]> {
  const isExtended = isExtendedProfile(file);
  const applies = ({ isOfAllProfiles }: { readonly isOfAllProfiles: boolean }): boolean =>
    isOfAllProfiles || !isExtended;
  return yield* checkSyntaxRulesInSteps(createCheckedDocument(file), {
    counting: CII_COUNTING_RULES.filter(applies),
    conditions: CII_CONDITIONS.filter(applies),
    findField: () => null,
  });
}

/** The schema first, then the rules about its elements. */
export function* checkCiiElementsInSteps(file: XmlElement): Steps<readonly BrokenRule[]> {
  const findings = yield* checkSchemaInSteps(file, CII_SCHEMA);
  const broken = yield* checkCiiSyntaxInSteps(file);
  return [...reportSchemaFindings('CII', findings, createPathFinder()), ...broken];
}

/** Such as EXTENDED of Factur-X, which conforms to the standard and adds to it. */
export function isExtendedProfile(file: XmlElement): boolean {
  const guideline = findText(file, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID') ?? '';
  return guideline.includes('#conformant#');
}
