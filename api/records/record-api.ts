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
import { buildRecordSchema } from './schemas.ts';

/** How the API presents a resource, besides its declaration. */
export interface RecordApi {
  readonly resource: Resource;
  readonly answer: z.ZodObject;
  /** Valid bodies of a POST, which must be repeatable, and of a PATCH. */
  readonly example: RecordExample;
  /** True for resources that are shown with counts or names of other records. */
  readonly showsMore: boolean;
  readonly present: (row: RecordRow, language: Language) => Record<string, unknown>;
  /** Possible mistakes in records that were just written or are previewed. */
  readonly warnings?: RecordWarnings;
  /** Transforms a body before it is recorded: secrets are encrypted. */
  readonly sealed?: (services: Pick<Services, 'secretBox'>, body: JsonRecord) => JsonRecord;
}

export interface WrittenRecord {
  /** Negative in a preview, where the record has no id yet. */
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Line of the imported file. */
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

/** Additional members of the reply: their schemas and values. */
interface More<Shows extends Readonly<Record<string, z.ZodType>>> {
  readonly shows: Shows;
  readonly present: (row: RecordRow, language: Language) => { readonly [Name in keyof Shows]: unknown };
}

export function createRecordApi<Shows extends Readonly<Record<string, z.ZodType>>>(
  resource: Resource,
  example: RecordExample,
  more?: More<Shows>,
  warnings?: RecordWarnings,
): RecordApi {
  return {
    resource,
    example,
    answer: buildRecordSchema(resource, more?.shows),
    showsMore: more !== undefined,
    ...(warnings && { warnings }),
    present: (row, language) => presentFields(resource, row, language, more?.present(row, language)),
  };
}
