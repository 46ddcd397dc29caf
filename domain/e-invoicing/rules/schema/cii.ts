import table from '../data/cii-schema.json' with { type: 'json' };
import type { CheckedSchema } from './check-schema.ts';
import { readSchema } from './schema.ts';
import { findCiiKind } from './values.ts';

/** Cross Industry Invoice (D16B): order and number of the elements that EN 16931 and Factur-X use. */
export const CII_AGGREGATES = readSchema(table);

const STANDARD = 'urn:un:unece:uncefact:data:standard:';
const ROOT = `${STANDARD}CrossIndustryInvoice:100`;
const AGGREGATES = `${STANDARD}ReusableAggregateBusinessInformationEntity:100`;
const VALUES: ReadonlySet<string> = new Set([`${STANDARD}UnqualifiedDataType:100`, `${STANDARD}QualifiedDataType:100`]);

/** Values below an element of an aggregate, which have namespaces of their own. */
const INNER = new Set(['DateTimeString', 'DateTime', 'DateString', 'Date', 'Indicator', 'IndicatorString']);

export const CII_SCHEMA: CheckedSchema = {
  root: CII_AGGREGATES.get('CrossIndustryInvoice')!,
  isOwnNamespace({ namespace }, { name, hasValue }, { parent }) {
    if (parent === null) return namespace === ROOT;
    return hasValue && INNER.has(name) ? VALUES.has(namespace) : namespace === AGGREGATES;
  },
  findKind: findCiiKind,
};
