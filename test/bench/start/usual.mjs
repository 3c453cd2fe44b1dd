import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import * as cheerio from 'cheerio';
import got from 'got';
import { z } from 'zod';

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const parameters = z.object({ domain: z.string().min(1).max(253) });

/** A usual build, which loads all dependencies at start. */
export const handler = middy()
  .use(httpErrorHandler())
  .handler(async (event) => {
    const { domain } = parameters.parse(event.queryStringParameters);
    const command = new GetCommand({ TableName: process.env.DOMAIN_CACHE_TABLE, Key: { domain } });
    const { Item } = await documents.send(command);
    const found = Item ?? {
      title: cheerio
        .load(await got(`https://${domain}/`).text())('title')
        .text(),
    };
    return { statusCode: 200, body: JSON.stringify({ domain, bytes: found.record.length }) };
  });
