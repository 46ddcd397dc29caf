import { z } from 'zod';
import { declaredShape } from './declared-shape.ts';

/** Which members a value may have, read off its schema once; null where anything goes. */
export type InputForm = ObjectForm | ListForm | ChoiceForm | null;

export interface ObjectForm {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, InputForm>;
  /** The name of its schema, or else the schema itself: the same record is answered by several routes. */
  readonly schema: unknown;
}

interface ListForm {
  readonly kind: 'list';
  readonly item: InputForm;
}

/** One of several objects, which a member tells apart; one that may leave it out stands under undefined. */
interface ChoiceForm {
  readonly kind: 'choice';
  readonly member: string;
  readonly forms: ReadonlyMap<unknown, InputForm>;
}

export const NO_MEMBERS: ObjectForm = { kind: 'object', members: new Map(), schema: null };

export function formOf(schema: z.core.$ZodType): InputForm {
  const declared = declaredShape(schema);
  if (declared) return formOf(declared);
  if (schema instanceof z.ZodObject) return objectForm(schema);
  if (schema instanceof z.ZodArray) return { kind: 'list', item: formOf(schema.element) };
  if (schema instanceof z.ZodDiscriminatedUnion) return choiceForm(schema);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return formOf(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) return formOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return formOf(schema.in);
  return null;
}

function objectForm(schema: z.ZodObject): InputForm {
  if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever)) return null;
  return {
    kind: 'object',
    members: new Map(
      Object.entries(schema.shape as Readonly<Record<string, z.core.$ZodType>>).map(([name, member]) => [
        name,
        formOf(member),
      ]),
    ),
    schema: schema.meta()?.id ?? schema,
  };
}

function choiceForm({ def }: z.ZodDiscriminatedUnion): ChoiceForm {
  const member = def.discriminator;
  const forms = new Map<unknown, InputForm>();
  for (const option of def.options) {
    const form = formOf(option);
    for (const value of option._zod.propValues?.[member] ?? []) forms.set(value, form);
  }
  return { kind: 'choice', member, forms };
}
