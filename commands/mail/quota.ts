import type pg from 'pg';
import { getAllowedRecipients } from '../../domain/licence/licence.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { readQuotaHolder } from '../../projections/licence/queries.ts';
import { readRecipientsUse, releaseRecipients, reserveRecipients, type Reserved } from '../../stores/mail/quota.ts';

/** The daily quota of mail recipients, for all company files of a firm together. */

export interface QuotaToolbox {
  readonly pool: pg.Pool;
  /** Recipients per firm and day; null: as its plan allows. */
  readonly recipientsPerDay: number | null;
}

/** Counts the recipients of one request. */
export interface RecipientCount {
  /** Replaces what this request counted before: a command that is built again is not counted twice. */
  count(recipients: number): Promise<Refusal | null>;
  /** Call it if nothing was recorded. */
  release(): Promise<void>;
}

export async function openRecipientCount(toolbox: QuotaToolbox, companyId: number): Promise<RecipientCount> {
  const { pool } = toolbox;
  const { holder, most } = await readQuota(toolbox, companyId);
  let reserved: Reserved | null = null;
  const release = async (): Promise<void> => {
    if (reserved !== null) await releaseRecipients(pool, holder, reserved);
    reserved = null;
  };
  return {
    async count(recipients) {
      await release();
      if (recipients === 0) return null;
      reserved = await reserveRecipients(pool, holder, recipients, most);
      return reserved === null ? buildQuotaRefusal(pool, holder, most) : null;
    },
    release,
  };
}

/** Whether the quota would be exceeded now. Counts nothing. */
export async function findQuotaRefusal(
  toolbox: QuotaToolbox,
  companyId: number,
  recipients: number,
): Promise<Refusal | null> {
  const { holder, most } = await readQuota(toolbox, companyId);
  const { used } = await readRecipientsUse(toolbox.pool, holder);
  return used + recipients > most ? buildQuotaRefusal(toolbox.pool, holder, most) : null;
}

async function readQuota({ pool, recipientsPerDay }: QuotaToolbox, companyId: number) {
  const { holder, licence } = await readQuotaHolder(pool, companyId);
  return { holder, most: recipientsPerDay ?? getAllowedRecipients(licence, new Date().toISOString()) };
}

async function buildQuotaRefusal(pool: pg.Pool, holder: string, most: number): Promise<Refusal> {
  const { used, renewsAt, seconds } = await readRecipientsUse(pool, holder);
  const params = { max: most, left: Math.max(most - used, 0), seconds };
  return refuse('mail_quota_exceeded', { params }, { quota: most, used, renews_at: renewsAt });
}
