/**
 * Faults put into the source to prove that the simulation finds them: `node scripts/simulate-mutations.mjs`. The service
 * is built with one of them, the checks without. The text occurs once in its file.
 */
export const mutations = [
  {
    name: 'lease-of-a-dead-owner',
    what: 'The place of a projector that is gone is never taken over',
    file: 'workers/projector-seat.ts',
    from: 'AND owner IS NOT DISTINCT FROM $4::uuid',
    to: 'AND owner IS NULL AND $4::uuid IS NULL',
  },
  {
    name: 'claim-ignored',
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
    name: 'fence-and-checkpoint',
    what: 'A projector that was replaced still writes, wherever the checkpoint is',
    file: 'projections/engine/batch-statement.ts',
    from: 'AND fence = $5::bigint AND position = $1::bigint AND generation = $3::uuid',
    to: 'AND $5::bigint > 0 AND $1::bigint IS NOT NULL AND $3::uuid IS NOT NULL',
  },
  {
    name: 'base-revision',
    what: 'An append does not compare the revision that its decision was based on',
    file: 'eventlog/postgres/append-statement.ts',
    from: 'ORDER BY e.revision DESC LIMIT 1), -1) = $2::bigint',
    to: 'ORDER BY e.revision DESC LIMIT 1), -1) >= $2::bigint',
  },
  {
    name: 'feed-cursor',
    what: 'The feed begins one change too late',
    file: 'projections/sync/queries.ts',
    from: ".where('c.seq', '>', since)",
    to: ".where('c.seq', '>', since + (since > 0 ? 1 : 0))",
  },
  {
    name: 'feed-number-reused',
    what: 'A projector forgets the number of the last change of a file',
    file: 'projections/engine/projector.ts',
    from: 'for (const [companyId, seq] of feedHeads) heads.set(companyId, seq);',
    to: 'for (const [companyId, seq] of feedHeads) heads.set(companyId, seq - (seq % 50 === 0 ? 1 : 0));',
  },
  {
    name: 'outbox-row',
    what: 'The first of several announcements is not delivered',
    file: 'workers/webhooks/dispatch.ts',
    from: 'const numbered = await withSequences(connection, rows);',
    to: 'const numbered = (await withSequences(connection, rows)).slice(rows.length > 1 ? 1 : 0);',
  },
  {
    name: 'outbox-cursor',
    what: 'The cursor of the outbox skips a row',
    file: 'workers/webhooks/dispatch.ts',
    from: "'UPDATE ops.webhook_dispatch SET number = $1', [first]",
    to: "'UPDATE ops.webhook_dispatch SET number = $1', [first % 7 === 0 ? first + 1 : first]",
  },
  {
    name: 'lettering-not-undone',
    what: 'The lines of an undone lettering keep their settled amounts',
    file: 'projections/lettering/projector.ts',
    from: 'settleLine(line, -1, batch);',
    to: 'void line;',
  },
  {
    name: 'tax-rounding',
    what: 'Half a cent and a little more is rounded down',
    file: 'domain/money.ts',
    from: '(rest >= 5_000 ? 1 : 0)',
    to: '(rest >= 6_000 ? 1 : 0)',
  },
  {
    name: 'hash-chain',
    what: 'The third event of an append is chained to the first one',
    file: 'commands/support/sealed-event.ts',
    from: 'end: { stream, revision, hash },',
    to: 'end: { stream, revision, hash: index === 1 ? end.hash : hash },',
  },
  {
    name: 'entry-number',
    what: 'A journal leaves out the tenth number of a year',
    file: 'domain/ledger/posting.ts',
    from: 'getLastNumber(file.ledger, journal_id, year.id) + 1,',
    to: 'getLastNumber(file.ledger, journal_id, year.id) + (getLastNumber(file.ledger, journal_id, year.id) === 9 ? 2 : 1),',
  },
];
