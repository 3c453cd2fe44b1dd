import * as z from 'zod/mini';
import { keyCaller, operatorCaller } from '../../accounts/batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from '../../accounts/fetch-allowance.ts';
import { fetchSlots } from '../../accounts/fetch-slots.ts';
import { createSiteFetchServices } from '../../domains/services.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { success } from '../../platform/http/envelope.ts';
import { isOfBackOffice } from '../../platform/http/key-id.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import type { SiteVerificationSettings } from '../../platform/settings/settings.ts';
import type { SiteVerification } from '../../record/site-schema.ts';
import { siteSource } from '../../sources/site/site.ts';
import { verifySite, type VerifyServices } from '../../crawls/verify-site.ts';
import { createVerifications } from '../../crawls/store/verifications.ts';
import type { DomainSchema } from './find-stored.ts';

/** Parameters of `/api/v1/seo/site/verification`. */
export const verificationParameters = (domain: DomainSchema) => z.object({ domain });

/** Answers with the verification of a domain for the owner of the caller's key. */
export function openVerification(settings: SiteVerificationSettings): Endpoint {
  const db = openDynamoDB(settings);
  const site = createSiteFetchServices(db, settings);
  const services: VerifyServices = {
    ...site,
    verifications: createVerifications(db, settings.SITE_CRAWLS_TABLE, site.now),
    slots: site.siteSlots.inline,
    isSiteDisabled: site.settings.disabled.has(siteSource.id),
  };
  const allowances = createAllowanceServices({ db, settings, isReachable: site.isReachable });
  const fetching = fetchSlots({ db, settings, holders: allowances.holders });
  const parameters = verificationParameters(domainParameter(site.isReachable));

  return async (event) => {
    const { domain } = readParameters(event, parameters);
    const isOperator = isOfBackOffice(event);
    const owner = await (isOperator ? operatorCaller : keyCaller(event, allowances)).owner();
    const takePage = async () => {
      if (!isOperator) await fetchAllowance(event, allowances).takePage(domain);
    };
    const found = await verifySite({ domain, owner, takePage, whileFetching: fetching(event) }, services);
    const { token, proof, expiresAt } = found;
    const data: SiteVerification = { token, verified: proof !== null, proof, expires_at: expiresAt };
    return success(event, JSON.stringify(data));
  };
}
