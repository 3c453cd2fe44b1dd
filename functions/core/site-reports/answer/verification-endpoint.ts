import * as z from 'zod/mini';
import { createFetchCallers } from '../../accounts/fetch-caller.ts';
import { createSiteFetchServices } from '../../domains/services.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { apiCallerOf } from '../../platform/http/caller.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { success } from '../../platform/http/envelope.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import type { SiteVerificationSettings } from '../settings.ts';
import type { SiteVerification } from '../../record/site-schema.ts';
import { siteSource } from '../../sources/site/site.ts';
import { verifySite, type VerifyServices } from '../../crawls/verify-site.ts';
import { createVerifications } from '../../crawls/store/verifications.ts';
import type { DomainSchema } from '../../platform/http/stored-query.ts';

/** Parameters of `/api/v1/seo/site/verification`. */
export const verificationParameters = (domain: DomainSchema) => z.object({ domain });

/** Answers with the verification of a domain for the owner of the caller's key. */
export function createVerificationEndpoint(settings: SiteVerificationSettings): Endpoint {
  const db = createDynamoDB(settings);
  const site = createSiteFetchServices(db, settings);
  const services: VerifyServices = {
    ...site,
    verifications: createVerifications(db, settings.SITE_CRAWLS_TABLE, site.now),
    slots: site.siteSlots.inline,
    isSiteDisabled: site.settings.disabled.has(siteSource.id),
  };
  const callerOf = createFetchCallers({ db, settings, isReachable: site.isReachable });
  const parameters = verificationParameters(domainParameter(site.isReachable));

  return async (event) => {
    const { domain } = readParameters(event, parameters);
    const { owner, allowance, whileFetching } = callerOf(apiCallerOf(event));
    const takePage = async () => allowance?.takePage(domain);
    const found = await verifySite({ domain, owner: await owner(), takePage, whileFetching }, services);
    const { token, proof, expiresAt } = found;
    const data: SiteVerification = { token, verified: proof !== null, proof, expires_at: expiresAt };
    return success(event, JSON.stringify(data));
  };
}
