import type { Steps } from '../../../steps.ts';
import type { XmlElement } from '../../../xml.ts';
import type { Located } from '../checked-document.ts';
import type { Aggregate, SchemaChild } from './schema.ts';
import type { SchemaProblem } from './texts.ts';
import type { ValueKind } from './values.ts';

/** A schema, as far as it is checked. */
export interface CheckedSchema {
  /** Aggregate of the root. */
  readonly root: Aggregate;
  readonly isOwnNamespace: (element: XmlElement, child: SchemaChild, parent: Located) => boolean;
  readonly findKind: (name: string) => ValueKind;
}

export interface SchemaFinding {
  readonly problem: SchemaProblem;
  /** The element, or the one in which another is missing. */
  readonly at: Located;
  readonly name: string;
  /** The element that stands too early. */
  readonly other?: string;
}

/** Number of elements per step, so that other work can run in between. */
const ELEMENTS_A_STEP = 500;

interface Open {
  readonly at: Located;
  readonly aggregate: Aggregate;
}

/** Elements are visited in document order, without recursion, because the sender controls the depth. */
export function* checkSchemaInSteps(file: XmlElement, schema: CheckedSchema): Steps<readonly SchemaFinding[]> {
  const findings: SchemaFinding[] = [];
  const open: Open[] = [{ at: { element: file, parent: null }, aggregate: schema.root }];
  let visited = 0;
  for (let one = open.pop(); one; one = open.pop()) {
    const below = checkAggregate(one, schema, findings);
    for (let index = below.length - 1; index >= 0; index -= 1) open.push(below[index]!);
    if (visited % ELEMENTS_A_STEP > (visited + one.at.element.children.length) % ELEMENTS_A_STEP) yield;
    visited += one.at.element.children.length;
  }
  return findings;
}

function checkAggregate({ at, aggregate }: Open, schema: CheckedSchema, findings: SchemaFinding[]): Open[] {
  const below: Open[] = [];
  const { element } = at;
  if (element.text !== '') findings.push({ problem: 'TEXT', at, name: element.name });
  let last: SchemaChild | null = null;
  let count = 0;
  let isOrdered = true;
  const seen = new Set<string>();
  for (const child of element.children) {
    const known = aggregate.children.get(child.name);
    const located = { element: child, parent: at };
    if (known === undefined || !schema.isOwnNamespace(child, known, at)) {
      findings.push({ problem: 'UNKNOWN', at: located, name: child.name });
      continue;
    }
    count = known === last ? count + 1 : 1;
    if (last !== null && known.index < last.index) {
      // One finding per aggregate: an element that stands too early puts all others out of order.
      if (isOrdered) findings.push({ problem: 'ORDER', at: located, name: child.name, other: last.name });
      isOrdered = false;
    } else {
      last = known;
      if (count === known.most + 1) findings.push({ problem: 'REPEATED', at: located, name: child.name });
    }
    seen.add(child.name);
    if (known.content !== null) below.push({ at: located, aggregate: known.content });
    else if (known.hasValue) checkValue(located, schema.findKind(child.name), findings);
  }
  for (const { name } of aggregate.required) if (!seen.has(name)) findings.push({ problem: 'MISSING', at, name });
  return below;
}

function checkValue(at: Located, { isValid, required, allowed }: ValueKind, findings: SchemaFinding[]): void {
  const { name, text, attributes, children } = at.element;
  if (children.length > 0) {
    findings.push({ problem: 'UNKNOWN', at: { element: children[0]!, parent: at }, name: children[0]!.name });
    return;
  }
  if (!isValid(text)) findings.push({ problem: 'VALUE', at, name });
  for (const attribute of required)
    if (attributes[attribute] === undefined) findings.push({ problem: 'ATTRIBUTE', at, name: `${name}/@${attribute}` });
  if (allowed === null) return;
  for (const attribute in attributes)
    if (!allowed.has(attribute)) findings.push({ problem: 'ATTRIBUTE', at, name: `${name}/@${attribute}` });
}
