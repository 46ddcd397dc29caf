import type { SignOn } from '../api/identity/sign-on-service.ts';
import { openSignOnProvider } from '../outside/sign-on/provider.ts';
import { listFirmsRequiringSignOn } from '../projections/identity/sign-on.ts';
import { createSecretBox } from '../stores/identity/secret-box.ts';
import type { Closer } from './close-all.ts';
import type { Core } from './core.ts';
import type { ServiceOptions } from './options.ts';

/** Opens the configured providers. None of them is called before someone signs in. */
export function openSignOn(
  { pool, appKey }: Pick<Core, 'pool'> & { readonly appKey: string },
  { config, logger, timeouts, resolveName }: ServiceOptions,
  closers: Closer[],
): SignOn {
  const options = { timeoutMs: timeouts?.outsideMs, resolve: resolveName };
  const providers = new Map(config.signOn.map((settings) => [settings.key, openSignOnProvider(settings, options)]));
  closers.push(async () => {
    await Promise.all([...providers.values()].map((provider) => provider.close()));
  });
  void warnOfMissingProviders(pool, providers, logger);
  return {
    providers,
    box: createSecretBox(appKey, 'sign-on'),
    report({ error, reason, ...facts }) {
      if (reason === undefined) logger.info(facts, 'signed in through a provider');
      else logger.warn({ ...facts, reason, ...(error !== undefined && { err: error }) }, 'sign-on refused');
    },
  };
}

/** Members of such firms cannot sign in: a platform administrator can switch the requirement off. */
async function warnOfMissingProviders(
  pool: Core['pool'],
  providers: ReadonlyMap<string, unknown>,
  logger: ServiceOptions['logger'],
): Promise<void> {
  // The start does not wait for this, nor for tables that are being made.
  const firms = await listFirmsRequiringSignOn(pool).catch(() => []);
  for (const { public_token: firm, provider } of firms)
    if (!providers.has(provider))
      logger.warn({ firm, provider }, 'a firm requires a provider of single sign-on that is not configured');
}
