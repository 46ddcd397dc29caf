import type { PlainDate } from '../../dates.ts';
import type { Language } from '../../language.ts';
import { element, emptyElement, writeXml, type XmlNode } from '../../xml.ts';

/**
 * Writes an instance document of the taxonomy 26.0: every fact is in an instant context at the closing date, whose
 * dimensions say what it is and to which year it belongs.
 */

export interface TypedMember {
  readonly dimension: string;
  readonly kind: 'str' | 'id';
  readonly value: string;
}

export interface XbrlFact {
  /** Such as `met:am1`. */
  readonly element: string;
  /** Members such as `bas:m25`; the name of the domain is that of the dimension. */
  readonly members: readonly string[];
  readonly typed?: readonly TypedMember[];
  readonly unit: 'EUR' | 'pure' | null;
  readonly value: string;
}

export interface XbrlInstance {
  readonly model: string;
  readonly language: Language;
  readonly enterpriseNumber: string;
  readonly endsOn: PlainDate;
  readonly facts: readonly XbrlFact[];
}

const BASE = 'http://www.nbb.be/be/fr/cbso';
const TAXONOMY = '26.0';
const ENTITY_SCHEME = 'http://www.fgov.be';
const UNITS: Readonly<Record<'EUR' | 'pure', string>> = { EUR: 'iso4217:EUR', pure: 'pure' };

const COMMON_NAMESPACES = {
  xmlns: 'http://www.xbrl.org/2003/instance',
  'xmlns:link': 'http://www.xbrl.org/2003/linkbase',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  'xmlns:xbrldi': 'http://xbrl.org/2006/xbrldi',
  'xmlns:iso4217': 'http://www.xbrl.org/2003/iso4217',
  'xmlns:dim': `${BASE}/dict/dim`,
  'xmlns:met': `${BASE}/dict/met`,
} as const;

export function writeInstance(instance: XbrlInstance): string {
  const { model, language, facts } = instance;
  const contexts = new Map<string, { readonly id: string; readonly fact: XbrlFact }>();
  for (const fact of facts) {
    const key = getContextKey(fact);
    if (!contexts.has(key)) contexts.set(key, { id: `c${contexts.size + 1}`, fact });
  }
  const units = (['EUR', 'pure'] as const).filter((unit) => facts.some((fact) => fact.unit === unit));
  return writeXml(
    element(
      'xbrl',
      [
        emptyElement('link:schemaRef', {
          'xlink:type': 'simple',
          'xlink:href': `${BASE}/fws/${TAXONOMY}/mod/${model}/${model}-f.xsd`,
        }),
        ...[...contexts.values()].map(({ id, fact }) => buildContext(id, fact, instance)),
        ...units.map((unit) => element('unit', [element('measure', UNITS[unit])], { id: unit })),
        ...facts.map((fact) => buildFact(fact, contexts.get(getContextKey(fact))!.id)),
      ],
      { 'xml:lang': language === 'en' ? 'fr' : language, ...COMMON_NAMESPACES, ...collectNamespaces(facts) },
    ),
  );
}

/** Two facts with the same key and element would be one fact with two values. */
export const getContextKey = ({ members, typed = [] }: XbrlFact): string =>
  [...members, ...typed.map(({ dimension, value }) => `${dimension}=${value}`)].toSorted().join(' ');

const buildFact = ({ element: name, unit, value }: XbrlFact, contextRef: string): XmlNode =>
  element(name, value, { contextRef, ...(unit && { unitRef: unit, decimals: 'INF' }) });

function buildContext(id: string, fact: XbrlFact, { enterpriseNumber, endsOn }: XbrlInstance): XmlNode {
  const explicit = fact.members.map((member) => {
    const name = getPrefix(member);
    return { name, node: element('xbrldi:explicitMember', member, { dimension: `dim:${name}` }) };
  });
  const typed = (fact.typed ?? []).map(({ dimension, kind, value }) => ({
    name: dimension,
    node: element('xbrldi:typedMember', [element(`open:${kind}`, value)], { dimension: `dim:${dimension}` }),
  }));
  const members = [...explicit, ...typed].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return element(
    'context',
    [
      element('entity', [element('identifier', enterpriseNumber, { scheme: ENTITY_SCHEME })]),
      element('period', [element('instant', endsOn)]),
      element(
        'scenario',
        members.map(({ node }) => node),
      ),
    ],
    { id },
  );
}

/** Namespaces of the members, of the enumerations and of their values. */
function collectNamespaces(facts: readonly XbrlFact[]): Readonly<Record<string, string>> {
  const domains = new Set<string>();
  const enumerations = new Set<string>();
  for (const { element: name, members, typed = [], value } of facts) {
    for (const member of members) domains.add(getPrefix(member));
    if (typed.length > 0) domains.add('open');
    const prefix = getPrefix(name);
    if (prefix === 'met') continue;
    enumerations.add(prefix);
    domains.add(getPrefix(value));
  }
  return Object.fromEntries([
    ...[...domains].toSorted().map((name) => [`xmlns:${name}`, `${BASE}/dict/dom/${name}`]),
    ...[...enumerations].toSorted().map((name) => [`xmlns:${name}`, `${BASE}/${TAXONOMY}/enum/${name}`]),
  ]) as Record<string, string>;
}

const getPrefix = (name: string): string => name.slice(0, name.indexOf(':'));
