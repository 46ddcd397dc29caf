import type { XmlElement } from '../../../xml.ts';
import table from '../data/ubl-schema.json' with { type: 'json' };
import type { CheckedSchema } from './check-schema.ts';
import { readSchema } from './schema.ts';
import { findUblKind } from './values.ts';

/** UBL 2.1: the invoice and the credit note, with every aggregate that EN 16931 uses. */
export const UBL_SCHEMA = readSchema(table);

const COMPONENTS = 'urn:oasis:names:specification:ubl:schema:xsd:Common';

const NAMESPACES = {
  value: `${COMPONENTS}BasicComponents-2`,
  aggregate: `${COMPONENTS}AggregateComponents-2`,
  extension: `${COMPONENTS}ExtensionComponents-2`,
} as const;

export const findUblNamespace = (name: string, hasValue: boolean): string => {
  if (name === 'UBLExtensions') return NAMESPACES.extension;
  return hasValue ? NAMESPACES.value : NAMESPACES.aggregate;
};

export const createUblSchema = (file: XmlElement): CheckedSchema => ({
  root: UBL_SCHEMA.get(file.name)!,
  isOwnNamespace: ({ namespace }, { name, hasValue }) => namespace === findUblNamespace(name, hasValue),
  findKind: findUblKind,
});
