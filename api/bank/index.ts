import { loadKnownFiles } from '../../projections/bank/facts.ts';
import { loadCodaFilesByIds } from '../../projections/bank/file-queries.ts';
import { loadTransactionsByIds } from '../../projections/bank/transaction-queries.ts';
import { moveStatementFile, purgeStatementFiles } from '../../commands/bank/statement-files.ts';
import { decideStatementFile } from '../../domain/bank/statement-files.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { ok } from '../http/reply/reply.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { bankAccountsRoute } from './account-route.ts';
import { CodaFile } from './coda-file.ts';
import { withServerCodaFile, fileRoutes, presentCodaFiles } from './file-routes.ts';
import { matchRoutes } from './match-routes.ts';
import { suggestionRoutes } from './suggestion-routes.ts';
import { messages } from './messages.ts';
import { BankTransaction, presentTransaction } from './transaction.ts';
import { transactionRoutes } from './transaction-routes.ts';

/** Bank statements and the booking of their transactions. */
export const bank = subject({
  areas: { bank: 'Bank statements, matching and payment files.' },
  routes: [bankAccountsRoute, ...fileRoutes, ...transactionRoutes, ...suggestionRoutes, ...matchRoutes],
  messages,
  feed: {
    'coda-files': {
      answer: CodaFile,
      async read(request, ids) {
        const rows = await loadCodaFilesByIds(request.services.pool, request.company.id, ids);
        const files = await presentCodaFiles(request, rows);
        return files.map((file, index) => withDeletion(file, rows[index]!));
      },
    },
    'bank-transactions': {
      answer: BankTransaction,
      async read({ services, company, language }, ids) {
        const rows = await loadTransactionsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentTransaction(row, language), row));
      },
    },
  },
  bin: {
    'coda-files': {
      answer: CodaFile,
      writtenBy: 'encoder',
      async refusals({ services, company }, ids) {
        const [files, state] = await Promise.all([
          loadKnownFiles(services.pool, company.id, ids),
          services.commands.loadState('company', company.id),
        ]);
        const refusals = new Map<number, Refusal>();
        for (const facts of files) {
          const decision = decideStatementFile({ type: 'RestoreStatementFile', facts, baseVersion: null }, state);
          if (isRefusal(decision)) refusals.set(facts.id, decision);
        }
        return refusals;
      },
      async restore(request, id) {
        const { services, company, write } = request;
        const requested = { id, baseVersion: write.baseVersion };
        const refused = await moveStatementFile(services, company.id, 'RestoreStatementFile', requested, write);
        if (refused) return withServerCodaFile(request, id, refused);
        const [row] = await loadCodaFilesByIds(services.pool, company.id, [id]);
        const [file] = await presentCodaFiles(request, [row!]);
        return ok(file, { recorded: true, version: row!.version, showsMore: true });
      },
      async shown(request, id) {
        const rows = await loadCodaFilesByIds(request.services.pool, request.company.id, [id]);
        return (await presentCodaFiles(request, rows))[0] ?? null;
      },
      async purge(request, id) {
        const { services, company, write } = request;
        const requested = { ids: [id], passesOver: false, baseVersion: write.baseVersion };
        const purged = await purgeStatementFiles(services, company.id, requested, write);
        return isRefusal(purged) ? withServerCodaFile(request, id, purged) : null;
      },
    },
  },
  feedOrder: { 'coda-files': 140, 'bank-transactions': 150 },
});
