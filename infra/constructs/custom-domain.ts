import { CfnOutput } from 'aws-cdk-lib';
import { EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';

interface CustomDomainProps {
  api: RestApi;
  domainName: string;
  /** Certificate for the name, in the API's region. */
  certificateArn: string;
  /** Route 53 zone that gets the name's record; without one, the operator creates the record at their DNS provider. */
  hostedZoneId: string | undefined;
}

/** A custom domain name for the API, without the stage in its paths. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, props: CustomDomainProps) {
    super(scope, id);
    const { api, domainName, certificateArn, hostedZoneId } = props;
    const domain = api.addDomainName('CustomDomain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (hostedZoneId !== undefined) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName });
      new ARecord(this, 'Address', { zone, target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)) });
    }
    const target = new CfnOutput(this, 'Target', { value: domain.domainNameAliasDomainName });
    target.overrideLogicalId('CustomDomainTarget');
  }
}
