import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { addSchedule, addScheduleAlarms } from './snapshot-schedule.ts';

interface DeliveryScheduleProps {
  scheduler: LambdaFunction;
}

/** Runs the scheduler of deliveries every ten minutes, with alarms for missing and failing runs. */
export class DeliverySchedule extends Construct {
  constructor(scope: Construct, id: string, { scheduler }: DeliveryScheduleProps) {
    super(scope, id);
    addSchedule(this, scheduler, 'Sends the messages of deliveries that are due');
    addScheduleAlarms(this, scheduler, 'delivery scheduler', 'late deliveries are not sent');
  }
}
