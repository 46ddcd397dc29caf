/**
 * Rights of the maker of an endpoint `w`, as SQL: a webhook delivers only what its maker may see at that moment. A
 * platform administrator sees everything.
 */
export const MAKER = `LEFT JOIN read.users mu ON mu.id = w.maker_id
  LEFT JOIN read.members mm ON mm.firm_id = w.firm_id AND mm.user_id = w.maker_id AND mm.detached_at IS NULL`;

export const PAUSED_REASONS = ['maker_left', 'role_lost'] as const;
export type PausedReason = (typeof PAUSED_REASONS)[number];

/** Why an endpoint delivers nothing; null while its maker may have one. */
export const PAUSED_REASON = `CASE WHEN mu.is_platform_admin THEN NULL
  WHEN mm.user_id IS NULL OR NOT mm.is_active OR mm.is_invited THEN 'maker_left'
  WHEN mm.role NOT IN ('manager', 'admin') THEN 'role_lost' END`;

export const MAKER_SEES_ALL = 'coalesce(mu.is_platform_admin OR mm.all_companies, false)';

/** Whether the maker sees the company file of the delivery `d`. Deliveries of earlier versions name none. */
export const MAKER_SEES_DELIVERY = `(${MAKER_SEES_ALL} OR mm.companies ? d.company_id::text)`;

/** The person who asks. */
export interface WebhookViewer {
  readonly userId: number;
  readonly isPlatformAdmin: boolean;
}

/** The membership of the viewer, whose id is this parameter. */
export const joinViewer = (parameter: string): string =>
  `LEFT JOIN read.members vm ON vm.firm_id = w.firm_id AND vm.user_id = ${parameter} AND vm.detached_at IS NULL`;

/** A member without all company files sees only own endpoints. */
export const canViewerSee = (userId: string, isPlatformAdmin: string): string =>
  `(${isPlatformAdmin}::boolean OR vm.all_companies OR w.maker_id = ${userId})`;

/** Tests concern no company file. */
export const canViewerSeeDelivery = (isPlatformAdmin: string): string =>
  `(${isPlatformAdmin}::boolean OR vm.all_companies OR d.event = 'webhook.test' OR vm.companies ? d.company_id::text)`;
