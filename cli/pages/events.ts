import { eventsByStream } from '../../domain/event-catalogue.ts';
import type { EventDeclaration } from '../../domain/event.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { writePage, type PageValues } from './page.ts';

const STREAMS = {
  company: 'One stream a company file, `company-<id>`: everything that must agree at every instant.',
  firm: 'One stream a firm, `firm-<id>`: its team and the register of its company files.',
  user: 'One stream a user, `user-<id>`: identity and tokens.',
} as const;

/** The page is built from the declarations. */
export const writeEventsPage = (values: PageValues): void => writePage('events', buildEventsPage(), values);

const buildEventsPage = (): string =>
  [
    '# The events',
    '',
    'Generated from the declarations in `domain/` by `npm run docs:events`; a test fails when it is out of date.',
    '',
    'An event is a fact in the past tense. Once written it keeps its meaning: a change of shape is a new version, and an',
    'upcaster turns the older one into it when it is read. Amounts are decimal strings, dates `YYYY-MM-DD`.',
    '',
    'Every event also carries metadata: `company_id`, `firm_id`, `user_id`, `token_kind`, `device_id`, `device_name`, `origin`,',
    '`operation_id`, `client_mutation_id`, `request_hash` (of the request with that mutation id), `occurred_at` (client),',
    '`recorded_at` (server), and its place in the hash chain of the stream, `prev_hash` and `hash`. The hash is the SHA-256, in hex, of the canonical JSON (RFC 8785) of',
    '`{id, stream, revision, type, version, data, metadata}`, where `metadata` is without `hash` itself.',
    ...(Object.keys(STREAMS) as (keyof typeof STREAMS)[]).flatMap((stream) => [
      '',
      `## ${stream}`,
      '',
      STREAMS[stream],
      ...Object.entries(eventsByStream[stream]).flatMap(([type, declaration]) => describeEvent(type, declaration)),
    ]),
    '',
  ].join('\n');

function describeEvent(type: string, { version, meaning, schema }: EventDeclaration): string[] {
  return [
    '',
    `### ${type} (version ${version})`,
    '',
    meaning,
    '',
    '| field | type |',
    '|---|---|',
    ...formatRows(schema, ''),
  ];
}

function formatRows(schema: JsonRecord, prefix: string): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonRecord>;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const items = property['items'] as JsonRecord | undefined;
    return [
      `| \`${path}\` | ${formatType(property)} |`,
      ...formatRows(property, `${path}.`),
      ...(items ? formatRows(items, `${path}[].`) : []),
    ];
  });
}

function formatType(property: JsonRecord): string {
  if (property['enum']) return (property['enum'] as unknown[]).map((value) => `\`${String(value)}\``).join(' ');
  const type = property['type'] as string | string[];
  if (type === 'array') return `array of ${formatType((property['items'] ?? {}) as JsonRecord)}`;
  const words = (Array.isArray(type) ? type : [type]).map((name) =>
    name === 'null' ? 'null' : formatTypeName(name, property),
  );
  return words.join(' or ');
}

function formatTypeName(type: string, { pattern }: JsonRecord): string {
  if (typeof pattern !== 'string') return type;
  return pattern.includes('\\.') ? 'amount' : 'date';
}
