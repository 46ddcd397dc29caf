import { z } from 'zod';
import { findDeclaredShape } from './declared-shape.ts';

/** Members that a value may have, derived from its schema once; null if anything is allowed. */
export type InputForm = ObjectForm | ListForm | ChoiceForm | null;

export interface ObjectForm {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, InputForm>;
  /** The name of the schema, or else the schema itself: several routes return the same record. */
  readonly schema: unknown;
}

interface ListForm {
  readonly kind: 'list';
  readonly item: InputForm;
}

/** One of several objects, distinguished by a member; an object that may omit it is stored under undefined. */
interface ChoiceForm {
  readonly kind: 'choice';
  readonly member: string;
  readonly forms: ReadonlyMap<unknown, InputForm>;
}

export const NO_MEMBERS: ObjectForm = { kind: 'object', members: new Map(), schema: null };

export function buildInputForm(schema: z.core.$ZodType): InputForm {
  const declared = findDeclaredShape(schema);
  if (declared) return buildInputForm(declared);
  if (schema instanceof z.ZodObject) return buildObjectForm(schema);
  if (schema instanceof z.ZodArray) return { kind: 'list', item: buildInputForm(schema.element) };
  if (schema instanceof z.ZodDiscriminatedUnion) return buildChoiceForm(schema);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return buildInputForm(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) return buildInputForm(schema.unwrap());
  if (schema instanceof z.ZodPipe) return buildInputForm(schema.in);
  return null;
}

function buildObjectForm(schema: z.ZodObject): InputForm {
  if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever)) return null;
  return {
    kind: 'object',
    members: new Map(
      Object.entries(schema.shape as Readonly<Record<string, z.core.$ZodType>>).map(([name, member]) => [
        name,
        buildInputForm(member),
      ]),
    ),
    schema: schema.meta()?.id ?? schema,
  };
}

function buildChoiceForm({ def }: z.ZodDiscriminatedUnion): ChoiceForm {
  const member = def.discriminator;
  const forms = new Map<unknown, InputForm>();
  for (const option of def.options) {
    const form = buildInputForm(option);
    for (const value of option._zod.propValues?.[member] ?? []) forms.set(value, form);
  }
  return { kind: 'choice', member, forms };
}
