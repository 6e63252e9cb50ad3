# Yatzy scoring
#   v0    the program for our evenings, at the bottom now
#   v1    all the categories of the score sheet
#   v2    Yahtzee for the American office
#   v3    Yacht
#   v3.1  checks, after the tournament in November. PLEASE keep them first in every method
#   v4    by name, for the web people
#   v5    cards
#   v6    whole games
#   v7    tournaments, for November


class Yatzy:
    def __init__(self, *dice):
        if len(dice) > 0:
            Yatzy.check_dice(dice)
        self.dice = dice
        self.names = []
        self.me = None

    # ------------------------------------------------------------------ v1

    @staticmethod
    def chance(*d):
        Yatzy.check_dice(d)
        d1, d2, d3, d4, d5 = d
        total = d1
        total += d2
        total += d3
        total += d4
        total += d5
        return total

    @staticmethod
    def yatzy(dice):
        Yatzy.check_dice(dice)
        first = dice[0]
        for die in dice:
            if die != first:
                return 0
        return 50

    @staticmethod
    def ones(*d):
        Yatzy.check_dice(d)
        sum = 0
        for die in d:
            if die == 1:
                sum += 1
        return sum

    @staticmethod
    def twos(*d):
        Yatzy.check_dice(d)
        return 2 * d.count(2)

    @staticmethod
    def threes(*d):
        Yatzy.check_dice(d)
        d1, d2, d3, d4, d5 = d
        s = 0
        if d1 == 3:
            s = s + 3
        if d2 == 3:
            s = s + 3
        if d3 == 3:
            s = s + 3
        if d4 == 3:
            s = s + 3
        if d5 == 3:
            s = s + 3
        return s

    # the next three work on the dice of the object, the others do not. Sorry. Too late to change,
    # the tests (and Bengt) call them like this
    def fours(self):
        if len(self.dice) == 0:
            Yatzy.check_dice(self.dice)
        self.sum = 0
        for at in range(5):
            if self.dice[at] == 4:
                self.sum = self.sum + 4
        return self.sum

    def fives(self):
        if len(self.dice) == 0:
            Yatzy.check_dice(self.dice)
        s = 0
        for i in range(len(self.dice)):
            if self.dice[i] == 5:
                s += 5
        return s

    def sixes(self):
        if len(self.dice) == 0:
            Yatzy.check_dice(self.dice)
        self.tally(self.dice)
        return self.counts[6] * 6

    def tally(self, d):
        self.counts = [0] * 7
        for die in d:
            self.counts[die] += 1

    # takes the dice as arguments AND needs an object, see above
    def score_pair(self, *d):
        Yatzy.check_dice(d)
        self.best = 0
        for i in range(4):
            for j in range(i + 1, 5):
                if d[i] == d[j]:
                    if d[i] > self.best:
                        self.best = d[i]
        return self.best * 2

    @staticmethod
    def two_pair(*d):
        Yatzy.check_dice(d)
        counts = {}
        for die in d:
            counts[die] = counts.get(die, 0) + 1
        n = []
        for face in counts:
            if counts[face] > 1:
                n.append(face)
        if len(n) == 2:
            return n[0] * 2 + n[1] * 2
        else:
            return 0

    @staticmethod
    def three_of_a_kind(*d):
        Yatzy.check_dice(d)
        t = [0] * 6
        for die in d:
            t[die - 1] += 1
        for i in range(6):
            if t[i] >= 3:
                return (i + 1) * 3
        return 0

    @staticmethod
    def four_of_a_kind(*d):
        Yatzy.check_dice(d)
        tallies = [0] * 6
        for die in d:
            tallies[die - 1] += 1
        for f in [1, 2, 3, 4, 5, 6]:
            if tallies[f - 1] > 3:
                return f * 4
        return 0

    @staticmethod
    def smallStraight(*d):
        Yatzy.check_dice(d)
        if 1 in d:
            if 2 in d:
                if 3 in d:
                    if 4 in d:
                        if 5 in d:
                            return 15
        return 0

    @staticmethod
    def largeStraight(*d):
        Yatzy.check_dice(d)
        # quick fix, comparing them as text is easier to read
        if "".join([str(x) for x in sorted(d)]) == "23456":
            return 20
        return 0

    @staticmethod
    def fullHouse(*d):
        Yatzy.check_dice(d)
        two = None
        three = None
        for die in d:
            n = 0
            for other in d:
                if other == die:
                    n += 1
            if n == 2:
                two = die
            if n == 3:
                three = die
        if two is not None and three is not None:
            return two * 2 + three * 3
        return 0

    # ------------------------------------------------------------------ v2

    # Yahtzee. what = the line on the pad:
    #   1 - 6 upper, 7 three of a kind, 8 four of a kind, 9 full house, 10 small straight,
    #   11 large straight, 12 yahtzee, 13 chance
    # check = 1: do not score, just say if it fits (1) or not (0)
    @staticmethod
    def yahtzee_score(what, d1, d2, d3, d4, d5, check):
        if what == 0:
            return 0  # nothing picked yet
        dice = [d1, d2, d3, d4, d5]
        dice.sort()
        cnt = [None, 0, 0, 0, 0, 0, 0]  # [0] is not used
        for d in dice:
            cnt[d] += 1
        if what <= 6:
            if check == 1:
                return 1
            return cnt[what] * what
        elif what == 7 or what == 8:
            for f in (1, 2, 3, 4, 5, 6):
                if cnt[f] >= what - 4:  # 7 -> 3, 8 -> 4
                    if check == 1:
                        return 1
                    else:
                        return d1 + d2 + d3 + d4 + d5
            return 0
        elif what == 9:
            if dice[0] == dice[1] and dice[3] == dice[4]:
                if dice[2] == dice[1] or dice[2] == dice[3]:
                    if dice[0] != dice[4]:
                        if check == 1:
                            return 1
                        else:
                            return 25
            return 0
        elif what == 10:
            run = 1
            best = 1
            for i in (1, 2, 3, 4):
                if dice[i] == dice[i - 1] + 1:
                    run += 1
                    if run > best:
                        best = run
                elif dice[i] != dice[i - 1]:
                    run = 1
            if best > 3:
                if check == 1:
                    return 1
                else:
                    return 30
            return 0
        elif what == 11:
            run = 1
            for i in (1, 2, 3, 4):
                if dice[i] == dice[i - 1] + 1:
                    run += 1
            if run == 5:
                if check == 1:
                    return 1
                else:
                    return 40
            return 0
        elif what == 12:
            if 5 in cnt:
                if check == 1:
                    return 1
                else:
                    return 50
            return 0
        elif what == 13:
            if check == 1:
                return 1
            return d1 + d2 + d3 + d4 + d5

    # ------------------------------------------------------------------ v3

    # Yacht. Same as yahtzee_score, only the lines are different:
    #   1 - 6 upper, 7 full house, 8 four of a kind, 9 little straight, 10 big straight,
    #   11 choice, 12 yacht
    # TODO merge with yahtzee_score when there is time
    @staticmethod
    def yacht_score(what, d1, d2, d3, d4, d5, check):
        if what == 0:
            return 0  # nothing picked yet
        dice = [d1, d2, d3, d4, d5]
        dice.sort()
        cnt = [None, 0, 0, 0, 0, 0, 0]  # [0] is not used
        for d in dice:
            cnt[d] += 1
        if what <= 6:
            if check == 1:
                return 1
            return cnt[what] * what
        elif what == 7:
            if dice[0] == dice[1] and dice[3] == dice[4]:
                if dice[2] == dice[1] or dice[2] == dice[3]:
                    if dice[0] != dice[4]:
                        if check == 1:
                            return 1
                        else:
                            return d1 + d2 + d3 + d4 + d5
            return 0
        elif what == 8:
            for f in (1, 2, 3, 4, 5, 6):
                if cnt[f] >= what - 4:  # 8 -> 4
                    if check == 1:
                        return 1
                    else:
                        return f * 4
            return 0
        elif what == 9 or what == 10:
            run = 1
            for i in (1, 2, 3, 4):
                if dice[i] == dice[i - 1] + 1:
                    run += 1
            if run == 5:
                if dice[0] == what - 8:  # 9 starts with a one, 10 with a two
                    if check == 1:
                        return 1
                    else:
                        return 30
            return 0
        elif what == 11:
            if check == 1:
                return 1
            return d1 + d2 + d3 + d4 + d5
        elif what == 12:
            if 5 in cnt:
                if check == 1:
                    return 1
                else:
                    return 50
            return 0

    # ---------------------------------------------------------------- v3.1

    # somebody played a whole evening with six dice, never again
    @staticmethod
    def check_dice(dice):
        if not isinstance(dice, (list, tuple)) or len(dice) != 5:
            raise ValueError(
                "not five dice: " + Yatzy.text(dice) + "; a roll is a list of five whole numbers from 1 to 6"
            )
        for d in dice:
            # True is a 1 for Python, 2.0 is a 2, so look at the type as well
            if type(d) != int or d < 1 or d > 6:
                raise ValueError("not a die: " + Yatzy.text(d) + "; a die is a whole number from 1 to 6")

    # they typed whole novels into it
    @staticmethod
    def text(x):
        s = repr(x)
        if len(s) > 60:
            s = s[:57] + "..."
        return s

    # ------------------------------------------------------------------ v4

    @staticmethod
    def score(game, category, dice):
        c = Yatzy.line(game, category)
        if not isinstance(dice, (list, tuple)) or len(dice) != 5:
            Yatzy.check_dice(dice)  # or the * below fails without saying why
        if game == "yatzy":
            if c == 1:
                return Yatzy.ones(*dice)
            if c == 2:
                return Yatzy.twos(*dice)
            if c == 3:
                return Yatzy.threes(*dice)
            if c == 4:
                return Yatzy(*dice).fours()
            if c == 5:
                return Yatzy(*dice).fives()
            if c == 6:
                return Yatzy(*dice).sixes()
            if c == 7:
                return Yatzy().score_pair(*dice)
            if c == 8:
                return Yatzy.two_pair(*dice)
            if c == 9:
                return Yatzy.three_of_a_kind(*dice)
            if c == 10:
                return Yatzy.four_of_a_kind(*dice)
            if c == 11:
                return Yatzy.smallStraight(*dice)
            if c == 12:
                return Yatzy.largeStraight(*dice)
            if c == 13:
                return Yatzy.fullHouse(*dice)
            if c == 14:
                return Yatzy.chance(*dice)
            if c == 15:
                return Yatzy.yatzy(dice)
        Yatzy.check_dice(dice)  # the v2 and v3 methods do not
        if game == "yahtzee":
            return Yatzy.yahtzee_score(c, dice[0], dice[1], dice[2], dice[3], dice[4], 0)
        if game == "yacht":
            return Yatzy.yacht_score(c, dice[0], dice[1], dice[2], dice[3], dice[4], 0)

    @staticmethod
    def categories(game):
        if game not in ("yatzy", "yahtzee", "yacht"):
            raise ValueError("unknown game: " + Yatzy.text(game) + "; the games are yatzy, yahtzee, yacht")
        if game == "yatzy":
            return [
                "ones", "twos", "threes", "fours", "fives", "sixes",
                "pair", "two pairs", "three of a kind", "four of a kind",
                "small straight", "large straight", "full house", "chance", "yatzy",
            ]
        if game == "yahtzee":
            return [
                "ones", "twos", "threes", "fours", "fives", "sixes",
                "three of a kind", "four of a kind", "full house",
                "small straight", "large straight", "yahtzee", "chance",
            ]
        # yacht
        return [
            "ones", "twos", "threes", "fours", "fives", "sixes",
            "full house", "four of a kind", "little straight", "big straight", "choice", "yacht",
        ]

    # the number of a category, 1 is the first. The numbers are the ones in score, matches,
    # yahtzee_score and yacht_score, so a new category means looking at all of them
    @staticmethod
    def line(game, category):
        names = Yatzy.categories(game)
        # index finds it or raises
        try:
            if game == "yahtzee" and category == "aces":
                return 1
            return names.index(category) + 1
        except ValueError:
            pass
        all = ""
        for name in names:
            if all != "":
                all = all + ", "
            all = all + name
        raise ValueError("unknown category of " + game + ": " + Yatzy.text(category) + "; the categories are " + all)

    @staticmethod
    def is_upper(game, category):
        if Yatzy.line(game, category) < 7:
            return True
        else:
            return False

    @staticmethod
    def matches(game, category, dice):
        c = Yatzy.line(game, category)
        Yatzy.check_dice(dice)
        result = False
        if game == "yatzy":
            if c < 7 or c == 14:
                result = True
            else:
                if Yatzy.score(game, category, dice) != 0:
                    result = True
        elif game == "yahtzee":
            # 1 is not True, the web people want True
            if Yatzy.yahtzee_score(c, dice[0], dice[1], dice[2], dice[3], dice[4], 1) == 1:
                result = True
        elif game == "yacht":
            if Yatzy.yacht_score(c, dice[0], dice[1], dice[2], dice[3], dice[4], 1) == 1:
                result = True
        return result

    @staticmethod
    def matching(game, dice):
        result = []
        names = Yatzy.categories(game)
        Yatzy.check_dice(dice)
        for i in range(len(names)):
            if Yatzy.matches(game, names[i], dice) == True:
                result.append(names[i])
        return result

    # ------------------------------------------------------------------ v5

    # cards: name -> list of points, same order as categories, None = free
    # extra: name -> the bonuses, the 35 and the 100s
    def start(self, game, names):
        n = len(Yatzy.categories(game))
        Yatzy.check_names(names)
        self.game = game
        self.names = []
        self.cards = {}
        self.extra = {}
        for name in names:
            self.names.append(name)
            self.cards[name] = [None] * n
            self.extra[name] = 0

    @staticmethod
    def check_names(names):
        if not isinstance(names, (list, tuple)) or len(names) == 0:
            raise ValueError("no players: " + Yatzy.text(names) + "; a game has a list of one player or more")
        for name in names:
            if type(name) != str:
                raise ValueError("not a name: " + Yatzy.text(name) + "; a name is a text")
            if names.count(name) > 1:
                raise ValueError("two players of one name: " + Yatzy.text(name) + "; every name is another")

    # the ones without a name are for the view, see there
    def check_name(self, name):
        if name is None:
            name = self.me
        if name not in self.names:
            s = ", ".join(self.names)
            if s == "":
                s = "none yet"
            raise ValueError("unknown player: " + Yatzy.text(name) + "; the players are " + s)
        return name

    def place(self, name, category, dice):
        name = self.check_name(name)
        c = Yatzy.line(self.game, category)
        Yatzy.check_dice(dice)
        card = self.cards[name]
        if card[c - 1] is not None:
            s = ", ".join(self.free(name))
            if s == "":
                s = "none"
            raise ValueError("category already used: " + Yatzy.text(category) + "; free are " + s)
        points = Yatzy.score(self.game, category, dice)
        if self.game == "yahtzee":
            if min(dice) == max(dice):
                if card[11] is not None:
                    # Joker. Same thing in worth, keep them the same!!
                    if card[dice[0] - 1] is None:
                        if c != dice[0]:
                            raise ValueError(
                                "joker misplaced: " + Yatzy.text(category)
                                + "; five alike have to go to " + Yatzy.categories("yahtzee")[dice[0] - 1]
                            )
                    else:
                        s = ""
                        for i in range(6, 13):
                            if card[i] is None:
                                if s != "":
                                    s += ", "
                                s += Yatzy.categories("yahtzee")[i]
                        if s != "":
                            if c <= 6:
                                raise ValueError(
                                    "joker misplaced: " + Yatzy.text(category) + "; five alike have to go to " + s
                                )
                            if c == 9:
                                points = 25
                            if c == 10:
                                points = 30
                            if c == 11:
                                points = 40
                    if card[11] == 50:
                        self.extra[name] += 100
        card[c - 1] = points
        return points

    def free(self, name=None):
        name = self.check_name(name)
        result = []
        i = 0
        for category in Yatzy.categories(self.game):
            if self.cards[name][i] is None:
                result.append(category)
            i += 1
        return result

    def upper_score(self, name=None):
        name = self.check_name(name)
        s = 0
        for i in range(6):
            if self.cards[name][i] is not None:
                s += self.cards[name][i]
        return s

    def upper_bonus(self, name=None):
        name = self.check_name(name)
        if self.game == "yahtzee":
            s = 0
            for x in self.cards[name][:6]:
                if x is not None:
                    s += x
            if s >= 63:
                return 35
        return 0

    def yahtzee_bonus(self, name=None):
        name = self.check_name(name)
        return self.extra[name]

    def total(self, name=None):
        name = self.check_name(name)
        t = 0
        for x in self.cards[name]:
            if x is not None:
                t += x
        t += self.upper_bonus(name)
        t += self.extra[name]
        return t

    # do not touch, the columns took me all evening
    def sheet(self):
        if len(self.names) == 0:
            raise ValueError("no score sheet: None; start a game first")
        cats = Yatzy.categories(self.game)
        out = self.game.ljust(15)
        for name in self.names:
            out += "  " + name.rjust(len(str(self.total(name))))
        for i in range(len(cats)):
            out = out.rstrip() + "\n" + cats[i].ljust(15)
            for name in self.names:
                w = max(len(name), len(str(self.total(name))))
                if self.cards[name][i] is None:
                    out += "  " + " " * w
                else:
                    out += "  " + str(self.cards[name][i]).rjust(w)
            if i == 5:
                out = out.rstrip() + "\n" + "upper score".ljust(15)
                for name in self.names:
                    w = max(len(name), len(str(self.total(name))))
                    out += "  " + str(self.upper_score(name)).rjust(w)
                if self.game == "yahtzee":
                    out += "\n" + "upper bonus".ljust(15)
                    for name in self.names:
                        w = max(len(name), len(str(self.total(name))))
                        out += "  " + str(self.upper_bonus(name)).rjust(w)
        if self.game == "yahtzee":
            out = out.rstrip() + "\n" + "yahtzee bonus".ljust(15)
            for name in self.names:
                w = max(len(name), len(str(self.total(name))))
                out += "  " + str(self.extra[name]).rjust(w)
        out = out.rstrip() + "\n" + "total".ljust(15)
        for name in self.names:
            w = max(len(name), len(str(self.total(name))))
            out += "  " + str(self.total(name)).rjust(w)
        return out

    # ------------------------------------------------------------------ v6

    def play(self, game, players, roll, write=print):
        Yatzy.categories(game)
        return self.run(game, Yatzy.names_of(players), players, roll, write, 0)

    # ask for the names once and never again, you know who
    @staticmethod
    def names_of(players):
        if not isinstance(players, (list, tuple)):
            raise ValueError("no players: " + Yatzy.text(players) + "; a game has a list of one player or more")
        names = []
        for p in players:
            try:
                names.append(p.name)
            except AttributeError:
                raise ValueError("not a player: " + Yatzy.text(p) + "; a player has a name and a turn")
        Yatzy.check_names(names)
        return names

    # t = 1 is for tournaments: who breaks the rules is out and the others go on. 0: it is an error
    def run(self, game, names, players, roll, write, t):
        self.start(game, names)
        self.out = {}
        totals = {}
        for name in names:
            totals[name] = 0
        if t == 0:
            write(game + ": " + ", ".join(names))
        for r in range(len(Yatzy.categories(game))):
            if t == 0:
                write("round " + str(r + 1))
            for p in range(len(names)):
                if names[p] in self.out:
                    continue
                keep = []
                dice = None
                for s in range(3):
                    dice = Yatzy.throw(dice, keep, roll)
                    # ask
                    why = ""
                    view = self.view(names[p], totals)
                    try:
                        move = players[p].turn(list(dice), s, view)
                    except Exception as e:
                        why = "the player raised " + Yatzy.text(e)
                    # and do it
                    if why == "":
                        if type(move) == str:
                            try:
                                points = self.worth(names[p], move, dice)
                                extra = self.extra[names[p]]
                                upper = self.upper_bonus(names[p])
                                self.place(names[p], move, dice)
                            except ValueError as e:
                                why = str(e)
                            # not in the try. When the printer jams it is not the player's fault
                            if why == "":
                                extra = self.extra[names[p]] - extra + self.upper_bonus(names[p]) - upper
                                line = names[p] + " rolls " + " ".join([str(d) for d in dice])
                                line += " and takes " + move + " for " + str(points)
                                if extra > 0:
                                    line += " and a bonus of " + str(extra)
                                totals[names[p]] = self.total(names[p])
                                if t == 0:
                                    write(line + ", " + str(totals[names[p]]) + " in all")
                                break
                        elif type(move) == list:
                            if s == 2:
                                why = "a hold after the third roll: " + Yatzy.text(move) + "; a category is due"
                            else:
                                seen = []
                                for x in move:
                                    if type(x) != int or x < 0 or x > 4 or x in seen:
                                        why = (
                                            "not a hold: " + Yatzy.text(move)
                                            + "; a hold is a list of different positions from 0 to 4"
                                        )
                                        break
                                    seen.append(x)
                                if why == "":
                                    keep = seen
                                    line = names[p] + " rolls " + " ".join([str(d) for d in dice])
                                    line += " and keeps"
                                    for i in range(5):
                                        if i in keep:
                                            line += " " + str(dice[i])
                                    if len(keep) == 0:
                                        line += " nothing"
                                    if t == 0:
                                        write(line)
                        else:
                            why = (
                                "neither a hold nor a category: " + Yatzy.text(move)
                                + "; a move is a list of positions or the name of a category"
                            )
                    if why != "":
                        why = "round " + str(r + 1) + ", roll " + str(s + 1) + ": " + why
                        if t == 0:
                            raise ValueError("illegal move by " + names[p] + " in " + why)
                        self.out[names[p]] = why
                        del totals[names[p]]
                        break
        if t == 0:
            Yatzy.say_who_won(totals, write)
        return totals

    # dice are what lies on the table, five zeros at first
    @staticmethod
    def throw(dice, keep, roll):
        n = 5 - len(keep)
        new = []
        if n > 0:
            new = roll(n)
        if not isinstance(new, (list, tuple)) or len(new) != n:
            raise ValueError(
                "not the dice asked for: " + Yatzy.text(new)
                + "; a throw of " + str(n) + " dice is a list of " + str(n)
            )
        lie = []
        k = 0
        for i in range(5):
            if i in keep:
                lie.append(dice[i])
            else:
                lie.append(new[k])
                k += 1
        Yatzy.check_dice(lie)
        return lie

    @staticmethod
    def say_who_won(totals, write):
        best = Yatzy.winners(totals)
        if len(best) == 1:
            write(Yatzy.and_list(best) + " wins with " + str(totals[best[0]]))
        else:
            write(Yatzy.and_list(best) + " share the win with " + str(totals[best[0]]))

    @staticmethod
    def winners(totals):
        result = []
        for name in totals:
            if totals[name] == max(totals.values()):
                result.append(name)
        return result

    @staticmethod
    def and_list(names):
        s = ""
        for i in range(len(names)):
            if i > 0:
                if i == len(names) - 1:
                    s += " and "
                else:
                    s += ", "
            s += names[i]
        return s

    # What a player gets to see. It is a Yatzy as well, with nothing in it but a copy of his own card, so
    # that free() and so on work. That is why they do without a name
    def view(self, name, totals):
        v = Yatzy()
        v.me = name
        v.names = [name]
        v.game = self.game
        v.cards = {name: list(self.cards[name])}
        v.extra = {name: self.extra[name]}
        v.now = sorted(totals.values(), reverse=True)  # nobody needs to know whose they are
        return v

    def totals(self):
        return list(self.now)

    # what place is going to return, for the line on the screen
    def worth(self, name, category, dice):
        c = Yatzy.line(self.game, category)
        if self.game == "yahtzee":
            if min(dice) == max(dice):
                if self.cards[name][11] is not None:
                    # Joker. Same thing in place, keep them the same!!
                    if self.cards[name][dice[0] - 1] is not None:
                        if c == 9:
                            return 25
                        if c == 10:
                            return 30
                        if c == 11:
                            return 40
        return Yatzy.score(self.game, category, dice)

    # ------------------------------------------------------------------ v7

    def tournament(self, game, players, roll, games=1000, write=print):
        Yatzy.categories(game)
        names = Yatzy.names_of(players)
        if type(games) != int or games < 1:
            raise ValueError("not a number of games: " + Yatzy.text(games) + "; a tournament has one game or more")
        line = game + ", " + str(games) + " game"
        if games != 1:
            line += "s"
        write(line + ": " + ", ".join(names))
        points = {}
        for name in names:
            points[name] = 0
        who = names  # all of them at first, after the last game the best ones
        n = 0
        while n < games or len(who) > 1:
            if n >= games:
                write(Yatzy.and_list(who) + " are tied for the lead: one more game")
            x = []
            for i in range(len(names)):
                if names[i] in who:
                    x.append(players[i])
            y = Yatzy()
            totals = y.run(game, who, x, roll, write, 1)
            n = n + 1
            for x in y.out:
                write(x + " is disqualified in game " + str(n) + ", " + y.out[x])
                del points[x]
            if len(totals) > 0:
                line = ""
                for x in totals:
                    if line != "":
                        line += ", "
                    line += x + " " + str(totals[x])
                who = Yatzy.winners(totals)
                for x in who:
                    points[x] += 1
                write("game " + str(n) + ": " + line + "; a point for " + Yatzy.and_list(who))
            if len(points) == 0:
                write("nobody is left")
                break
            if n < games:
                who = list(points)
            else:
                who = Yatzy.winners(points)
        result = {}
        for x in sorted(points, key=lambda x: -points[x]):
            result[x] = points[x]
            line = x + " has " + str(points[x]) + " point"
            if points[x] != 1:
                line += "s"
            write(line)
        return result

    # ------------------------------------------------------------------ v0

    # The program: Yatzy().evening(). Once this was all there was, and the scores were in it. Down here since
    # v4, the web people do not need it
    def evening(self):
        import time

        try:
            print("Good evening! It is " + time.strftime("%Y-%m-%d") + ".")
            self.show_fame()
            y = Yatzy()  # a new one, or it clears the table
            y.ask_game()
            y.ask_names()
            again = "y"
            while again == "y":
                y.one_game()
                again = input("Once more? (y) ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            # Ctrl-C is how Bengt goes home
            print("")
        print("Good night!")

    # Bengt prints the list and has it on his wall, so leave the order alone
    def show_fame(self):
        try:
            with open("hall_of_fame.txt", encoding="utf-8", errors="replace") as f:
                fame = f.read().split("\n")
        except FileNotFoundError:
            return  # the first evening
        except OSError:
            print("The hall of fame cannot be read.")
            return
        if fame[-1] == "":
            del fame[-1]
        best = []
        for x in fame:
            y = x.split(", ")
            # Lennart writes into the file by hand
            if len(y) == 4 and y[0].isdigit() and y[2] in ("yatzy", "yahtzee", "yacht") and x.isprintable():
                best.append(x)
        best.sort(reverse=True)
        if len(best) > 0:
            print("Hall of fame:")
            for x in best[:10]:
                print("  " + x)
        else:
            print("The hall of fame is empty.")
        n = len(fame) - len(best)
        if n == 1:
            print("1 line of it makes no sense. It stays as it is.")
        elif n != 0:
            print(str(n) + " lines of it make no sense. They stay as they are.")

    # v2, v3
    def ask_game(self):
        while True:
            self.game = input("yatzy, yahtzee or yacht? (Enter is yahtzee) ").strip().lower()
            if self.game == "":
                self.game = "yahtzee"
            try:
                Yatzy.categories(self.game)
                return
            except ValueError as e:
                print(e)

    def ask_names(self):
        while True:
            self.names = []
            for x in input("Who plays? Names with commas, computer plays by itself: ").split(","):
                self.names.append(x.strip())
            if "" in self.names:
                print("A name is missing.")
                continue
            try:
                Yatzy.check_names(self.names)
                return
            except ValueError as e:
                print(e)

    # v6 does the same in run, but it cannot ask
    def one_game(self):
        import time

        self.start(self.game, self.names)
        for r in range(len(Yatzy.categories(self.game))):
            for name in self.names:
                self.me = name
                self.what = ""
                self.keep = []
                d = None
                s = 0
                while self.what == "":
                    s += 1
                    d = Yatzy.throw(d, self.keep, Yatzy.cup)
                    print("")
                    print(name + ", round " + str(r + 1) + ", throw " + str(s))
                    if name == "computer":
                        self.computer(s, d)
                    else:
                        self.ask_what(s, d)
                before = self.total()
                p = self.place(name, self.what, d)
                line = name + " takes " + self.what + " for " + str(p)
                extra = self.total() - before - p
                if extra != 0:
                    line += " and a bonus of " + str(extra)
                print(line + ", " + str(self.total()) + " in all")
        print("")
        print(self.sheet())
        print("")
        totals = {}
        for name in self.names:
            totals[name] = self.total(name)
        Yatzy.say_who_won(totals, print)
        try:
            with open("hall_of_fame.txt", "a+", encoding="utf-8", errors="replace") as f:
                f.seek(0)
                x = f.read()
                if x != "" and x[-1] != "\n":
                    f.write("\n")  # Lennart again
                for name in Yatzy.winners(totals):
                    date = time.strftime("%Y-%m-%d")
                    f.write(str(totals[name]) + ", " + name + ", " + self.game + ", " + date + "\n")
        except OSError:
            print("The hall of fame cannot be written.")

    # v6: throw wants something to throw with
    @staticmethod
    def cup(n, sides=6):
        import random

        new = []
        for i in range(n):
            new.append(random.randint(1, sides))
        return new

    # v5: what everything pays now. place knows, so let it, on a copy or it stays there
    def try_all(self, d):
        self.pays = {}
        for c in self.free():
            try:
                self.pays[c] = self.view(self.me, {}).place(None, c, d)
            except ValueError:
                pass  # a joker that has to go somewhere else

    @staticmethod
    def dice_line(d):
        line = "  dice  "
        for x in d:
            line += " " + str(x)
        return line

    def computer(self, s, d):
        line = Yatzy.dice_line(d)
        if s < 3:
            line += ", keeps"
            # the most, and the highest of them
            many = max(sorted(d, reverse=True), key=d.count)
            self.keep = []
            for i in range(5):
                if d[i] == many:
                    self.keep.append(i)
                    line += " " + str(many)
        else:
            self.try_all(d)
            self.what = max(self.pays, key=self.pays.get)
        print(line)

    def ask_what(self, s, d):
        self.try_all(d)
        print("  number 1 2 3 4 5")
        print(Yatzy.dice_line(d))
        row = []
        for c in self.pays:
            row.append("  " + (c + " " + str(self.pays[c])).ljust(22))
            if len(row) == 3:
                print("".join(row).rstrip())
                row = []
        if len(row) > 0:
            print("".join(row).rstrip())
        while True:
            if s < 3:
                a = input("Numbers of the dice to keep (1 3 5, or - for none), or a category: ")
            else:
                a = input("A category: ")
            a = a.strip().lower()
            hold = Yatzy.numbers(a)
            if hold is not None:
                if s < 3:
                    self.keep = hold
                    return
                print("There is no fourth throw. Take a category.")
                continue
            c = self.whole_name(a)
            if c == "":
                continue
            try:
                p = self.view(self.me, {}).place(None, c, d)
            except ValueError as e:
                print(e)
                continue
            # after what happened at Christmas
            if p != 0 or input(c + " pays nothing. Take it? (y) ").strip().lower() == "y":
                self.what = c
                return

    # 1 3 5 -> [0, 2, 4], None is something else
    @staticmethod
    def numbers(a):
        if a == "":
            return None
        hold = []
        if a != "-":
            for x in a.split():
                if x not in ("1", "2", "3", "4", "5") or int(x) - 1 in hold:
                    return None
                hold.append(int(x) - 1)
        return hold

    # nobody types "three of a kind" twice
    def whole_name(self, a):
        if a in Yatzy.categories(self.game) or self.game == "yahtzee" and a == "aces":
            return a
        fits = []
        if a != "":
            for c in self.free():
                if c[: len(a)] == a:
                    fits.append(c)
        if len(fits) == 1:
            return fits[0]
        if len(fits) == 0:
            print("Not understood: " + Yatzy.text(a))
        else:
            print("Too short: it fits " + ", ".join(fits))
        return ""
