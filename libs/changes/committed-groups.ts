/**
 * Who holds in memory what a group of this process has written hears of it at once; of other processes the change feed tells. One
 * provider for each kind of group extends it. ADR-0054
 */
export abstract class CommittedGroups<Group> {
  private readonly followers: ((group: Group) => void)[] = [];

  follow(heard: (group: Group) => void): void {
    this.followers.push(heard);
  }

  /** Between the commit of a group and its acknowledgement. */
  tell(group: Group): void {
    for (const heard of this.followers) heard(group);
  }
}
