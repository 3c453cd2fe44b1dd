import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { addSchedule, addScheduleAlarm } from './snapshot-schedule.ts';

interface DeliveryScheduleProps {
  scheduler: LambdaFunction;
}

/** Runs the scheduler of deliveries every ten minutes, with an alarm on missing runs. */
export class DeliverySchedule extends Construct {
  constructor(scope: Construct, id: string, { scheduler }: DeliveryScheduleProps) {
    super(scope, id);
    addSchedule(this, scheduler, 'Sends the messages of deliveries that are due');
    addScheduleAlarm(this, scheduler, 'delivery scheduler', 'late deliveries are not sent');
  }
}
