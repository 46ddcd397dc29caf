import type { Json, JsonRecord } from '../json.ts';
import { ERASED } from './personal-fields.ts';

/** What is read in the place of a personal value whose key was destroyed. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
}

/** Undefined: the member is left out. */
export function findErasedValue(schema: JsonRecord, place: string, erased: ErasedFields = {}): Json | undefined {
  let node = schema as Schema | undefined;
  let isRequired = true;
  const segments = place.split('.');
  for (const segment of segments) {
    const isIndex = node?.items !== undefined;
    isRequired = isIndex || node?.properties === undefined || (node.required ?? []).includes(segment);
    node = isIndex ? node!.items : node?.properties?.[segment];
  }
  // Fields of records are declared elsewhere.
  if (node === undefined) return erased[segments.at(-1)!] ?? null;
  if (allows(node, 'null')) return null;
  if (!isRequired) return undefined;
  if (allows(node, 'array')) return Array<string>(node.minItems ?? 0).fill(ERASED);
  return allows(node, 'object') ? {} : ERASED;
}

export type ErasedFields = Readonly<Record<string, Json>>;

const allows = ({ type, enum: values }: Schema, kind: string): boolean =>
  type === undefined ? kind === 'null' && values?.includes(null) === true : [type].flat().includes(kind);
