/**
 * Faults put into the source to prove that the simulation finds them: `node scripts/simulate-mutations.mjs`. The service
 * is built with one of them, the checks without. The text occurs once in its file. The seed
 * is one that finds it early.
 */
export const mutations = [
  {
    name: 'claim-ignored',
    seed: 246,
    what: 'A mutation id that was used before is executed again, under other event ids',
    file: 'stores/support/idempotence.ts',
    from: "if (claimed !== 'held') return executeClaimed(store, own, claimed === 'resumed', execute);",
    to: "if (claimed !== 'none') return executeClaimed(store, own, false, execute);",
    also: {
      file: 'commands/support/sealed-event.ts',
      from: 'if (clientMutationId === null) return createTimeOrderedUuid();',
      to: 'if (clientMutationId !== undefined) return createTimeOrderedUuid();',
    },
  },
  {
    name: 'checkpoint-not-compared',
    seed: 132,
    what: 'A projector begins behind the next event, and its checkpoint is not compared',
    file: 'projections/engine/shards.ts',
    from: '`SELECT s.position, s.generation FROM ops.projector_shards s JOIN',
    to: '`SELECT s.position + 1 AS position, s.generation FROM ops.projector_shards s JOIN',
    also: {
      file: 'projections/engine/batch-statement.ts',
      from: 'AND fence = $5::bigint AND position = $1::bigint AND generation',
      to: 'AND fence = $5::bigint AND $1::bigint IS NOT NULL AND generation',
    },
  },
  {
    name: 'feed-cursor',
    seed: 132,
    what: 'The cursor of the feed skips a change',
    file: 'api/sync/changes.ts',
    from: 'seq: feed.at(-1)?.seq ?? since,',
    to: 'seq: (feed.at(-1)?.seq ?? since) + (feed.length > 0 ? 1 : 0),',
  },
  {
    name: 'feed-number-reused',
    seed: 132,
    what: 'A projector forgets the number of the last change of a file',
    file: 'projections/engine/projector.ts',
    from: 'for (const [companyId, seq] of feedHeads) heads.set(companyId, seq);',
    to: 'for (const [companyId, seq] of feedHeads) heads.set(companyId, seq - (seq % 50 === 0 ? 1 : 0));',
  },
  {
    name: 'outbox-row',
    seed: 10,
    what: 'The first of several announcements is not delivered',
    file: 'workers/webhooks/dispatch.ts',
    from: 'const numbered = await withSequences(connection, rows);',
    to: 'const numbered = (await withSequences(connection, rows)).slice(rows.length > 1 ? 1 : 0);',
  },
  {
    name: 'outbox-cursor',
    seed: 10,
    what: 'The cursor of the outbox skips a row',
    file: 'workers/webhooks/dispatch.ts',
    from: "'UPDATE ops.webhook_dispatch SET number = $1', [first]",
    to: "'UPDATE ops.webhook_dispatch SET number = $1', [first % 7 === 0 ? first + 1 : first]",
  },
  {
    name: 'lettering-not-undone',
    seed: 164,
    what: 'The lines of an undone lettering keep their settled amounts',
    file: 'projections/lettering/projector.ts',
    from: 'settleLine(line, -1, batch);',
    to: 'void line;',
  },
  {
    name: 'tax-rounding',
    seed: 141,
    what: 'Half a cent and a little more is rounded down',
    file: 'domain/money.ts',
    from: '(rest >= 5_000 ? 1 : 0)',
    to: '(rest >= 6_000 ? 1 : 0)',
  },
  {
    name: 'hash-chain',
    seed: 137,
    what: 'The third event of an append is chained to the first one',
    file: 'commands/support/sealed-event.ts',
    from: 'end: { stream, revision, hash },',
    to: 'end: { stream, revision, hash: index === 1 ? end.hash : hash },',
  },
  {
    name: 'entry-number',
    seed: 10,
    what: 'A journal leaves out the tenth number of a year',
    file: 'domain/ledger/posting.ts',
    from: 'getLastNumber(file.ledger, journal_id, year.id) + 1,',
    to: 'getLastNumber(file.ledger, journal_id, year.id) + (getLastNumber(file.ledger, journal_id, year.id) === 9 ? 2 : 1),',
  },
];
