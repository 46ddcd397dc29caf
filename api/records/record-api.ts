import type { z } from 'zod';
import type { JsonRecord } from '../../domain/json.ts';
import type { Language } from '../../domain/language.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { RecordRow } from '../../projections/records/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { Warning } from '../http/reply/warnings.ts';
import type { Services } from '../services.ts';
import { presentFields } from './present.ts';
import { recordAnswer } from './schemas.ts';

/** What the API knows of a resource besides its declaration: how its records are answered. */
export interface RecordApi {
  readonly resource: Resource;
  readonly answer: z.ZodObject;
  /** Good bodies of a POST, which must be able to come again, and of a PATCH. */
  readonly example: RecordExample;
  /** True for resources that are shown with what is counted about them or with names of others. */
  readonly showsMore: boolean;
  readonly present: (row: RecordRow, language: Language) => Record<string, unknown>;
  /** What may be a mistake in records that were just written, or that a preview shows. */
  readonly warnings?: RecordWarnings;
  /** What a body becomes before it is recorded: secrets are sealed. */
  readonly sealed?: (services: Pick<Services, 'secretBox'>, body: JsonRecord) => JsonRecord;
}

export interface WrittenRecord {
  /** Below zero: it is in a preview, and has none yet. */
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the file that it comes from. */
  readonly line?: number;
}

export type RecordWarnings = (
  request: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  written: readonly WrittenRecord[],
) => Promise<readonly Warning[]>;

export interface RecordExample {
  readonly create: (scene: Scene) => Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
}

/** Members of the answer besides the fields: their schemas, and what they are. */
interface More<Shows extends Readonly<Record<string, z.ZodType>>> {
  readonly shows: Shows;
  readonly present: (row: RecordRow, language: Language) => { readonly [Name in keyof Shows]: unknown };
}

export function recordApi<Shows extends Readonly<Record<string, z.ZodType>>>(
  resource: Resource,
  example: RecordExample,
  more?: More<Shows>,
  warnings?: RecordWarnings,
): RecordApi {
  return {
    resource,
    example,
    answer: recordAnswer(resource, more?.shows),
    showsMore: more !== undefined,
    ...(warnings && { warnings }),
    present: (row, language) => presentFields(resource, row, language, more?.present(row, language)),
  };
}
